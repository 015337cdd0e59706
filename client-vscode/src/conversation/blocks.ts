/** What a conversation is shown as: one block below the other. Blocks never change; new ones take their place. */

import type { Remedy } from "../remedies";

/** Words of the user for the model, and what goes with them. */
interface SaidBlock {
  readonly id: string;
  readonly text: string;
  /** What was selected; undefined if nothing was, or it is among what is attached. */
  readonly selection: SelectedLines | undefined;
  readonly attached: readonly AttachedPart[];
}

export interface TaskBlock extends SaidBlock {
  readonly kind: "task";
  /** What the run is called if that is not its task, and what was typed if it was made of that; or empty. */
  readonly title: string;
  readonly typed: string;
  readonly agent: string;
  readonly model: string;
  readonly isDryRun: boolean;
  /** Whether files were changed since, so that there is something to go back to. */
  readonly canRestore: boolean;
}

/** What the user said while the run worked. */
export interface MessageBlock extends SaidBlock {
  readonly kind: "message";
}

/** What went along with a message. */
export interface AttachedPart {
  readonly kind: string;
  readonly name: string;
  /** 0 where nobody counted. */
  readonly lines: number;
  readonly bytes: number;
}

/** `words` name the file and its lines. */
export interface SelectedLines {
  readonly path: string;
  readonly line: number;
  readonly words: string;
}

/** Between two steps, of which the first changed files: a place to go back to. */
export interface CheckpointBlock {
  readonly kind: "checkpoint";
  readonly id: string;
  /** The files are as they were behind it. */
  readonly step: number;
}

/** What the model thinks before it replies. */
export interface ReasoningBlock {
  readonly kind: "reasoning";
  readonly id: string;
  readonly text: string;
  /** `replying` while the reply comes that was thought about. */
  readonly state: "thinking" | "replying" | "done";
  /** How long it took; undefined as long as nobody knows. */
  readonly durationS: number | undefined;
}

/** A reply of the model, in Markdown. */
export interface ReplyBlock {
  readonly kind: "reply";
  readonly id: string;
  readonly text: string;
  readonly isComplete: boolean;
}

export type CallState = "requested" | "running" | "succeeded" | "failed" | "denied" | "interrupted";

/** A change of one file. */
export interface FileChange {
  readonly path: string;
  readonly kind: string;
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
  /** Nothing was touched yet. */
  readonly isProposed: boolean;
  /** No tool made it, but a command that the call ran. */
  readonly isByCommand: boolean;
}

/** The end of what a command printed; `dropped` characters before it are not kept. */
export interface OutputTail {
  readonly pieces: readonly OutputPiece[];
  readonly kept: number;
  readonly dropped: number;
}

export interface OutputPiece {
  /** Grows within a tail, so that new pieces, and those that are gone from its end, can be recognized. */
  readonly number: number;
  readonly isError: boolean;
  readonly text: string;
}

/** A tool call, from its request to its result. */
export interface CallBlock {
  readonly kind: "call";
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  /** The path, the command, or the call in a few words. */
  readonly summary: string;
  /** As the model sent them: JSON, most often. */
  readonly arguments: string;
  readonly state: CallState;
  /** Who decided, if it was denied, and why. */
  readonly reason: string;
  readonly output: OutputTail;
  readonly result: string;
  readonly durationS: number | undefined;
  readonly changes: readonly FileChange[];
  readonly subagents: readonly Subagent[];
  /** Its command, if that went on when the call was over. */
  readonly background: BackgroundCommand | undefined;
}

/** A command in the background. */
export interface BackgroundCommand {
  readonly runId: string;
  readonly handle: string;
  readonly command: string;
  /** How it ended, in words; empty while it runs. */
  readonly ended: string;
  /** Whether the user keeps it beyond the run. */
  readonly isKept: boolean;
}

/** A run that a call opened, as its parent tells of it. */
export interface Subagent {
  readonly runId: string;
  readonly agent: string;
  readonly task: string;
  /** What it did so far, one line a call; the oldest are left out where there are many. */
  readonly calls: readonly string[];
  readonly callCount: number;
  /** Those that it has, or had, in the background. */
  readonly commands: readonly BackgroundCommand[];
  /** Empty while it runs; `success`, `partial` or `failed` when it is over. */
  readonly status: string;
}

/** A change that no call of the run made. */
export interface ChangeBlock {
  readonly kind: "change";
  readonly id: string;
  readonly change: FileChange;
}

/** What the user decided about changes of a run. */
export interface DecisionBlock {
  readonly kind: "decision";
  readonly id: string;
  readonly verb: DecisionVerb;
  /** Hunks; 0 if it was about whole files. */
  readonly count: number;
  readonly paths: readonly string[];
  /** What the user said about it, and what was left alone; empty if nothing. */
  readonly detail: string;
}

/** `reversed` is a decision that took an earlier one back, `restored` one to go back to a checkpoint. */
export type DecisionVerb = "kept" | "accepted" | "undone" | "discarded" | "reversed" | "restored";

export const TONES = ["quiet", "good", "warning", "bad"] as const;
export type Tone = (typeof TONES)[number];

/** Something that happened, in a sentence. */
export interface NoteBlock {
  readonly kind: "note";
  readonly id: string;
  readonly tone: Tone;
  readonly text: string;
  /** What there is to read beyond it; empty if nothing. */
  readonly detail: string;
}

/** A request to the model that failed and is sent again; the reason is empty where the end of the run tells it. */
export interface RetryBlock {
  readonly kind: "retry";
  readonly id: string;
  /** Of the attempts, the one that follows. */
  readonly attempt: number;
  readonly delayS: number;
  /** When it is sent, in milliseconds since 1970. */
  readonly at: number;
  readonly reason: string;
  /** Whether it was sent, or never will be. */
  readonly isOver: boolean;
}

export type Choice = "once" | "run" | "project" | "always" | "deny" | "stop";

/** A question that waits for a person, or did. */
export interface QuestionBlock {
  readonly kind: "question";
  readonly id: string;
  readonly requestId: string;
  readonly about: string;
  readonly message: string;
  readonly choices: readonly Choice[];
  /** What could be allowed for the project or always, in words. */
  readonly offers: readonly string[];
  /** What a question of the model suggests; its `about` is `question`. */
  readonly suggestions: readonly string[];
  readonly isOpen: boolean;
}

/** A check that decides whether the run is done. */
export interface GateBlock {
  readonly kind: "gate";
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly state: "running" | "passed" | "failed" | "skipped";
  readonly isRequired: boolean;
  readonly detail: string;
  readonly durationS: number | undefined;
}

export interface FindingBlock {
  readonly kind: "finding";
  readonly id: string;
  readonly severity: string;
  readonly path: string;
  readonly line: number;
  readonly title: string;
  readonly detail: string;
  readonly suggestion: string;
}

/** The plan that the agent works by, as it stands. */
export interface ChecklistBlock {
  readonly kind: "checklist";
  readonly id: string;
  readonly items: readonly ChecklistItem[];
}

export interface ChecklistItem {
  readonly text: string;
  readonly state: "open" | "active" | "done";
}

/** What a dry run would have done. */
export interface PlanBlock {
  readonly kind: "plan";
  readonly id: string;
  readonly actions: readonly { readonly tool: string; readonly summary: string }[];
}

export type Outcome = "completed" | "failed" | "limit" | "blocked" | "interrupted" | "cancelled";

/** How a run ended, in words for people. */
export interface Ending {
  readonly words: string;
  readonly tone: Tone;
}

/** How the run ended. */
export interface OutcomeBlock {
  readonly kind: "outcome";
  readonly id: string;
  readonly outcome: Outcome;
  readonly tone: Tone;
  readonly title: string;
  readonly detail: string;
  /** Whether it has made a plan that can be carried out. */
  readonly isPlan: boolean;
  /** Undefined if the price of some reply is not known. */
  readonly costUsd: number | undefined;
  /** Without the time that a person took to answer; undefined if nobody knows. */
  readonly durationS: number | undefined;
  /** What the server says helps against the error; undefined if nothing is known to. */
  readonly remedy: Remedy | undefined;
}

export type Block =
  | TaskBlock
  | MessageBlock
  | CheckpointBlock
  | ReasoningBlock
  | ReplyBlock
  | CallBlock
  | ChangeBlock
  | DecisionBlock
  | NoteBlock
  | RetryBlock
  | QuestionBlock
  | GateBlock
  | FindingBlock
  | PlanBlock
  | ChecklistBlock
  | OutcomeBlock;
