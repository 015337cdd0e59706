/** Requests of the webview, which shows what strangers wrote: each is validated before it counts. */

import type { Choice } from "../conversation/blocks";
import { fieldsOf, isSet, numberOf, textOf, textsOf, type Fields } from "../conversation/event";
import { readRemedy } from "../remedies";
import { isWebAddress } from "../webAddress";
import { MAX_ATTACHMENTS, readAttachments } from "./attachment";
import { readChoices } from "./choices";
import { readDraft } from "./draft";
import type { ChatRequest, FromWebview, Ready, RunRequest } from "./messages";

/** Limits of the server. */
const MAX_PROMPT = 1_000_000;
const MAX_NOTE = 10_000;
const MAX_ID = 200;
const MAX_PATH = 5_000;

const CHOICES: readonly Choice[] = ["once", "run", "project", "always", "deny", "stop"];

/** A request of the webview; undefined if it is not valid. */
export function readFromWebview(message: unknown): FromWebview | undefined {
  const fields = fieldsOf(message);
  const type = textOf(fields, "type");
  const chat = type === "ready" ? readReady(fields) : readChatRequest(type, fields);
  if (chat !== undefined) {
    return chat;
  }
  const runId = shortText(fields, "runId", MAX_ID);
  return runId === undefined ? undefined : readRunRequest(type, runId, fields);
}

function readReady(fields: Fields): Ready {
  return {
    type: "ready",
    sessionId: textOf(fields, "sessionId").slice(0, MAX_ID),
    at: numberOf(fields, "at") ?? 0,
    held: textsOf(fields, "held").slice(0, MAX_ATTACHMENTS),
  };
}

function readChatRequest(type: string, fields: Fields): ChatRequest | undefined {
  switch (type) {
    case "submit":
      return readSubmission(fields);
    case "draft": {
      const [sessionId, draft] = [textOf(fields, "sessionId"), readDraft(fieldsOf(fields["draft"]))];
      return sessionId.length > MAX_ID || draft.draft.length > MAX_PROMPT ? undefined : { type, sessionId, draft };
    }
    case "mentions":
      return { type, number: numberOf(fields, "number") ?? 0, text: textOf(fields, "text").slice(-MAX_PROMPT) };
    case "pickModel":
    case "pickAttachments":
    case "leave":
    case "newChat":
    case "openSession":
      return { type };
    case "images":
      return { type, images: readAttachments(fields, "images").filter(({ kind }) => kind === "image") };
    case "drop":
      return { type, uris: textsOf(fields, "uris").filter((uri) => uri.length <= MAX_PATH).slice(0, MAX_ATTACHMENTS) };
    case "remedy": {
      const remedy = readRemedy(fields["remedy"]);
      return remedy === undefined ? undefined : { type, runId: textOf(fields, "runId").slice(0, MAX_ID), remedy };
    }
    case "press":
      return { type, number: numberOf(fields, "number") ?? 0, label: textOf(fields, "label") };
    case "show": {
      const runId = shortText(fields, "runId", MAX_ID);
      return runId === undefined ? undefined : { type, runId };
    }
    case "link": {
      const url = shortText(fields, "url", MAX_PATH);
      return url === undefined || !isWebAddress(url) ? undefined : { type, url };
    }
    case "insert": {
      const text = shortText(fields, "text", MAX_PROMPT);
      return text === undefined ? undefined : { type, text };
    }
    default:
      return undefined;
  }
}

function readSubmission(fields: Fields): ChatRequest | undefined {
  const prompt = shortText(fields, "prompt", MAX_PROMPT);
  if (prompt === undefined || prompt.trim() === "") {
    return undefined;
  }
  return {
    type: "submit",
    prompt,
    interrupt: isSet(fields, "interrupt"),
    attachments: readAttachments(fields, "attachments"),
    choices: readChoices(fieldsOf(fields["choices"])),
    replaces: textOf(fields, "replaces").slice(0, MAX_ID),
  };
}

function readRunRequest(type: string, runId: string, fields: Fields): RunRequest | undefined {
  switch (type) {
    case "cancel":
    case "undo":
    case "undoAll":
    case "diffAll":
    case "keep":
    case "diff":
    case "fork":
      return { type, runId };
    case "carryOut":
      return { type, runId, choices: readChoices(fieldsOf(fields["choices"])) };
    case "stopCommand":
    case "keepRunning": {
      const handle = shortText(fields, "handle", MAX_ID);
      return handle === undefined ? undefined : { type, runId, handle };
    }
    case "restore": {
      const step = numberOf(fields, "step") ?? -1;
      return isIndex(step) ? { type, runId, step } : undefined;
    }
    case "withdraw":
    case "discard":
    case "hurry": {
      const messageId = shortText(fields, "messageId", MAX_ID);
      return messageId === undefined ? undefined : { type, runId, messageId };
    }
    case "preview": {
      const requestId = shortText(fields, "requestId", MAX_ID);
      return requestId === undefined ? undefined : { type, runId, requestId };
    }
    case "open":
      return readOpen(runId, fields);
    case "answer":
      return readAnswer(runId, fields);
    default:
      return undefined;
  }
}

function readOpen(runId: string, fields: Fields): RunRequest | undefined {
  const path = shortText(fields, "path", MAX_PATH);
  const line = numberOf(fields, "line") ?? 1;
  return path === undefined || !isIndex(line) || line < 1
    ? undefined
    : { type: "open", runId, path, line };
}

function readAnswer(runId: string, fields: Fields): RunRequest | undefined {
  const requestId = shortText(fields, "requestId", MAX_ID);
  const choice = CHOICES.find((each) => each === fields["choice"]);
  const offer = numberOf(fields, "offer") ?? 0;
  const note = textOf(fields, "note").slice(0, MAX_NOTE);
  return requestId === undefined || choice === undefined || !isIndex(offer)
    ? undefined
    : { type: "answer", runId, requestId, choice, note, offer };
}

function isIndex(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

function shortText(fields: Fields, name: string, most: number): string | undefined {
  const text = textOf(fields, name);
  return text !== "" && text.length <= most ? text : undefined;
}
