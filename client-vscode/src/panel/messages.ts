/** Messages between the panel of a session and its webview; each side validates what it receives. */

import { TONES, type Choice, type Tone } from "../conversation/blocks";
import {
  fieldsOf,
  isSet,
  listOf,
  numberOf,
  readEvent,
  textOf,
  type Fields,
  type RunEvent,
} from "../conversation/event";

/** State of the panel that is not in the events. */
export interface PanelState {
  readonly sessionId: string;
  /** Whether the server is connected. */
  readonly isConnected: boolean;
  /** The most a session may cost by the settings of the editor. */
  readonly budgetUsd: number | undefined;
  /** Why the session cannot be continued now, whatever its runs do; empty if it can. */
  readonly blockedReason: string;
  /** What its last run waits for in the queue; empty if that is not known, or it does not wait. */
  readonly queuedBehind: string;
  /** What the user said and the model has not read yet. */
  readonly queued: readonly QueuedMessage[];
}

/** Words of the user for a run that works. */
export interface QueuedMessage {
  readonly messageId: string;
  readonly text: string;
}

/** What the user has not decided about, of one run. */
export interface OpenChanges {
  readonly runId: string;
  /** Hunks that stand as the run left them. */
  readonly hunks: number;
  /** Hunks whose lines were changed since. */
  readonly conflicts: number;
}

export type ToWebview =
  /** From here on this session, from its beginning. */
  | { readonly type: "conversation"; readonly state: PanelState }
  /** What is past is shown, but not announced. */
  | { readonly type: "events"; readonly events: readonly RunEvent[]; readonly isPast: boolean }
  /** `RunInfo` of runs: those of the past have no states in their events. */
  | { readonly type: "runs"; readonly runs: readonly Fields[] }
  | { readonly type: "state"; readonly state: PanelState }
  | { readonly type: "changes"; readonly changes: OpenChanges }
  /** The result of an action in the webview. */
  | { readonly type: "notification"; readonly tone: Tone; readonly text: string }
  /** A task that could not be started, to be put back into the input. */
  | { readonly type: "promptRejected"; readonly prompt: string };

export type FromWebview =
  | { readonly type: "ready" }
  | { readonly type: "cancel" | "undo" | "keep" | "diff" | "resume"; readonly runId: string }
  | { readonly type: "restore"; readonly runId: string; readonly step: number }
  | { readonly type: "stopCommand" | "keepRunning"; readonly runId: string; readonly handle: string }
  | { readonly type: "remedy"; readonly runId: string; readonly id: string }
  | { readonly type: "continue"; readonly runId: string; readonly prompt: string }
  /** Words for a run that works: behind its step, or at once if they interrupt it. */
  | { readonly type: "say"; readonly runId: string; readonly prompt: string; readonly interrupt: boolean }
  /** Back into the input, or to the model at once. */
  | { readonly type: "withdraw" | "hurry"; readonly runId: string; readonly messageId: string }
  | { readonly type: "preview"; readonly runId: string; readonly requestId: string }
  | { readonly type: "open"; readonly runId: string; readonly path: string; readonly line: number }
  | {
      readonly type: "answer";
      readonly runId: string;
      readonly requestId: string;
      readonly choice: Choice;
      readonly note: string;
      readonly offer: number;
    };

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
  if (type === "ready") {
    return { type };
  }
  const runId = shortText(fields, "runId", MAX_ID);
  return runId === undefined ? undefined : readRequest(type, runId, fields);
}

function readRequest(type: string, runId: string, fields: Fields): FromWebview | undefined {
  switch (type) {
    case "cancel":
    case "undo":
    case "keep":
    case "diff":
    case "resume":
      return { type, runId };
    case "stopCommand":
    case "keepRunning": {
      const handle = shortText(fields, "handle", MAX_ID);
      return handle === undefined ? undefined : { type, runId, handle };
    }
    case "restore": {
      const step = numberOf(fields, "step") ?? -1;
      return isIndex(step) ? { type, runId, step } : undefined;
    }
    case "remedy":
      return { type, runId, id: textOf(fields, "id").slice(0, MAX_ID) };
    case "continue": {
      const prompt = shortText(fields, "prompt", MAX_PROMPT);
      return prompt === undefined || prompt.trim() === "" ? undefined : { type, runId, prompt };
    }
    case "say": {
      const prompt = shortText(fields, "prompt", MAX_PROMPT);
      const interrupt = isSet(fields, "interrupt");
      return prompt === undefined || prompt.trim() === "" ? undefined : { type, runId, prompt, interrupt };
    }
    case "withdraw":
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

function readOpen(runId: string, fields: Fields): FromWebview | undefined {
  const path = shortText(fields, "path", MAX_PATH);
  const line = numberOf(fields, "line") ?? 1;
  return path === undefined || !isIndex(line) || line < 1
    ? undefined
    : { type: "open", runId, path, line };
}

function readAnswer(runId: string, fields: Fields): FromWebview | undefined {
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

/** A message of the panel; undefined if it is not valid. */
export function readToWebview(message: unknown): ToWebview | undefined {
  const fields = fieldsOf(message);
  const type = textOf(fields, "type");
  switch (type) {
    case "conversation":
    case "state":
      return { type, state: readState(fieldsOf(fields["state"])) };
    case "events": {
      const events = listOf(fields, "events").map(readEvent).filter(isKnown);
      return { type, events, isPast: isSet(fields, "isPast") };
    }
    case "changes":
      return { type, changes: readChanges(fieldsOf(fields["changes"])) };
    case "runs":
      return { type, runs: listOf(fields, "runs").map(fieldsOf) };
    case "notification": {
      const tone = TONES.find((each) => each === fields["tone"]) ?? "quiet";
      return { type, tone, text: textOf(fields, "text") };
    }
    case "promptRejected":
      return { type, prompt: textOf(fields, "prompt") };
    default:
      return undefined;
  }
}

function isKnown(event: RunEvent | undefined): event is RunEvent {
  return event !== undefined;
}

function readChanges(fields: Fields): OpenChanges {
  return {
    runId: textOf(fields, "runId"),
    hunks: numberOf(fields, "hunks") ?? 0,
    conflicts: numberOf(fields, "conflicts") ?? 0,
  };
}

function readState(fields: Fields): PanelState {
  return {
    sessionId: textOf(fields, "sessionId"),
    isConnected: isSet(fields, "isConnected"),
    budgetUsd: numberOf(fields, "budgetUsd"),
    blockedReason: textOf(fields, "blockedReason"),
    queuedBehind: textOf(fields, "queuedBehind"),
    queued: listOf(fields, "queued").map((each) => {
      const message = fieldsOf(each);
      return { messageId: textOf(message, "messageId"), text: textOf(message, "text") };
    }),
  };
}
