/** Messages between the chat and its webview; each side validates what it receives. */

import { TONES, type Choice, type Tone } from "../conversation/blocks";
import {
  fieldsOf,
  isFields,
  isSet,
  listOf,
  numberOf,
  readEvent,
  textOf,
  textsOf,
  type Fields,
  type RunEvent,
} from "../conversation/event";
import { readRemedy, type Remedy } from "../remedies";
import { readAttachment, readAttachments, type Attachment } from "./attachment";
import type { Choices } from "./choices";
import { readDraft, type DatedDraft } from "./draft";
import { readMentions, type Mentions } from "./mentions";
import { readLabels, type NoticeLabels } from "./notice";

/** State of a session that is not in its events. */
export interface PanelState {
  /** Empty as long as there is none: the first message begins it. */
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

const STAGES = ["heard", "held", "going", "unsent"] as const;
/**
 * Where words of the user wait: `heard` by a run whose model has not read them, `held` until a run that was
 * stopped has ended, `going` to the next run, or `unsent` behind a run that did not complete.
 */
export type Stage = (typeof STAGES)[number];

export interface QueuedMessage {
  readonly messageId: string;
  readonly text: string;
  readonly stage: Stage;
  /** Names of attachments that were too large to be kept over a reload of the window. */
  readonly missing: readonly string[];
}

/** What the user has not decided about, of the session that run is the last of. */
export interface OpenChanges {
  readonly runId: string;
  /** Those that stand as a run left them, and whether all are proposals. */
  readonly hunks: number;
  /** Hunks whose lines were changed since. */
  readonly conflicts: number;
  readonly areProposed: boolean;
}

/** What the chat knows beside its session. */
export interface ChatState {
  /** The model of the settings; empty if none is chosen. */
  readonly model: string;
  /** The mode and the reasoning effort that the settings come to. */
  readonly mode: string;
  readonly reasoning: string;
  readonly agents: readonly AgentChoice[];
  /** What is selected in the active editor, to be sent along. */
  readonly selection: Attachment | undefined;
  /** What the user wrote before, the newest first. */
  readonly history: readonly string[];
  /** A question of another session. */
  readonly asks: OtherRun | undefined;
  /** Runs of other sessions that are not over. */
  readonly running: readonly OtherRun[];
}

export interface AgentChoice {
  readonly name: string;
  readonly description: string;
}

export interface OtherRun {
  readonly runId: string;
  /** Its task, or what it asks. */
  readonly text: string;
}

export type ToWebview =
  /**
   * From here on the input is of this session; `draft` takes the place of what stands there, unless that goes
   * along. `isLater` if the page has lost what was written last, with what was chosen.
   */
  | { readonly type: "input"; readonly sessionId: string; readonly draft?: DatedDraft; readonly isLater: boolean }
  /** From here on this session, from its beginning. */
  | { readonly type: "conversation"; readonly state: PanelState }
  /** What is past is shown, but not announced. */
  | { readonly type: "events"; readonly events: readonly RunEvent[]; readonly isPast: boolean }
  /** `RunInfo` of runs: those of the past have no states in their events. */
  | { readonly type: "runs"; readonly runs: readonly Fields[] }
  | { readonly type: "state"; readonly state: PanelState }
  | { readonly type: "changes"; readonly changes: OpenChanges }
  /** The result of an action in the webview. */
  | { readonly type: "notification"; readonly tone: Tone; readonly text: string; readonly remedy?: Remedy; readonly buttons?: NoticeLabels }
  /** A message that could not be sent, to be put back into the input; `replaces` as in what was sent. */
  | { readonly type: "promptRejected"; readonly prompt: string; readonly attachments: readonly Attachment[]; readonly replaces: string }
  | { readonly type: "chat"; readonly chat: ChatState }
  /** What was asked for by that number. */
  | { readonly type: "mentions"; readonly number: number; readonly found: Mentions }
  | { readonly type: "attach"; readonly attachments: readonly Attachment[] }
  /** What the extension has no more, by `Attachment.held`. */
  | { readonly type: "detach"; readonly held: readonly string[] }
  /** The user has chosen a model for this chat. */
  | { readonly type: "model"; readonly model: string }
  /** A draft for the input, in front of what stands there. */
  | { readonly type: "draft"; readonly text: string }
  | { readonly type: "focus" | "find" };

/** A message of the user: it begins a session, or continues one. */
export interface Submission {
  readonly type: "submit";
  readonly prompt: string;
  /** Whether a run that works shall read it at once, and not behind its step. */
  readonly interrupt: boolean;
  readonly attachments: readonly Attachment[];
  readonly choices: Choices;
  /** The run whose task it takes the place of; empty if it is a new message. */
  readonly replaces: string;
}

/** What is about the chat, and no run of its session. */
export type ChatRequest =
  | Submission
  /** What is written now, and not sent. */
  | { readonly type: "draft"; readonly sessionId: string; readonly draft: DatedDraft }
  | { readonly type: "mentions"; readonly number: number; readonly text: string }
  | { readonly type: "pickModel" | "pickAttachments" | "leave" | "newChat" | "openSession" }
  /** Images that were pasted or dropped; they come back by the names under which they are held. */
  | { readonly type: "images"; readonly images: readonly Attachment[] }
  | { readonly type: "drop"; readonly uris: readonly string[] }
  /** What helps against the error of a run, or of what could not be begun: its id is empty. */
  | { readonly type: "remedy"; readonly runId: string; readonly remedy: Remedy }
  /** A button of a notification, by its label. */
  | { readonly type: "press"; readonly number: number; readonly label: string }
  | { readonly type: "show"; readonly runId: string }
  | { readonly type: "link"; readonly url: string }
  | { readonly type: "insert"; readonly text: string };

/** What is about a run of the session. */
export type RunRequest =
  | { readonly type: "cancel" | "undo" | "undoAll" | "keep" | "diff" | "diffAll" | "fork"; readonly runId: string }
  | { readonly type: "carryOut"; readonly runId: string; readonly choices: Choices }
  | { readonly type: "restore"; readonly runId: string; readonly step: number }
  | { readonly type: "stopCommand" | "keepRunning"; readonly runId: string; readonly handle: string }
  /** Back into the input, away, or to the model at once. */
  | { readonly type: "withdraw" | "discard" | "hurry"; readonly runId: string; readonly messageId: string }
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

/** The page is there, with a draft of that session and time, and these images in it. */
export interface Ready {
  readonly type: "ready";
  readonly sessionId: string;
  readonly at: number;
  readonly held: readonly string[];
}

export type FromWebview = Ready | ChatRequest | RunRequest;

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
    case "notification":
      return readNotification(fields);
    case "promptRejected":
      return { type, prompt: textOf(fields, "prompt"), attachments: readAttachments(fields, "attachments"), replaces: textOf(fields, "replaces") };
    case "input": {
      const draft = fields["draft"];
      const given = isFields(draft) ? { draft: readDraft(draft) } : {};
      return { type, sessionId: textOf(fields, "sessionId"), ...given, isLater: isSet(fields, "isLater") };
    }
    case "attach":
      return { type, attachments: readAttachments(fields, "attachments") };
    case "detach":
      return { type, held: textsOf(fields, "held") };
    case "chat":
      return { type, chat: readChat(fieldsOf(fields["chat"])) };
    case "mentions":
      return { type, number: numberOf(fields, "number") ?? 0, found: readMentions(fieldsOf(fields["found"])) };
    case "model":
      return { type, model: textOf(fields, "model") };
    case "draft":
      return { type, text: textOf(fields, "text") };
    case "focus":
    case "find":
      return { type };
    default:
      return undefined;
  }
}

function readNotification(fields: Fields): ToWebview {
  const tone = TONES.find((each) => each === fields["tone"]) ?? "quiet";
  const remedy = readRemedy(fields["remedy"]);
  const buttons = readLabels(fieldsOf(fields["buttons"]));
  const helps = { ...(remedy === undefined ? {} : { remedy }), ...(buttons === undefined ? {} : { buttons }) };
  return { type: "notification", tone, text: textOf(fields, "text"), ...helps };
}

function isKnown(event: RunEvent | undefined): event is RunEvent {
  return event !== undefined;
}

function readChanges(fields: Fields): OpenChanges {
  return {
    runId: textOf(fields, "runId"),
    hunks: numberOf(fields, "hunks") ?? 0,
    conflicts: numberOf(fields, "conflicts") ?? 0,
    areProposed: isSet(fields, "areProposed"),
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
      const [messageId, text] = [textOf(message, "messageId"), textOf(message, "text")];
      return { messageId, text, stage: stageOf(message), missing: textsOf(message, "missing") };
    }),
  };
}

export function stageOf(fields: Fields): Stage {
  return STAGES.find((known) => known === fields["stage"]) ?? "unsent";
}

function readChat(fields: Fields): ChatState {
  const asks = fields["asks"];
  return {
    model: textOf(fields, "model"),
    mode: textOf(fields, "mode"),
    reasoning: textOf(fields, "reasoning"),
    agents: listOf(fields, "agents").map((each) => {
      const agent = fieldsOf(each);
      return { name: textOf(agent, "name"), description: textOf(agent, "description") };
    }),
    selection: readAttachment(fields["selection"]),
    history: textsOf(fields, "history"),
    asks: isFields(asks) ? readOther(asks) : undefined,
    running: listOf(fields, "running").map((each) => readOther(fieldsOf(each))),
  };
}

function readOther(fields: Fields): OtherRun {
  return { runId: textOf(fields, "runId"), text: textOf(fields, "text") };
}
