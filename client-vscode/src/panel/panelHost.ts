/** What a panel needs of the rest of the extension. */

import type { Choice } from "../conversation/blocks";
import type { RunEvent } from "../conversation/event";
import type { Disposable } from "../disposable";
import type { OpenChanges, ToWebview } from "./messages";

/** The webview of a panel. */
export interface PanelWebview {
  post(message: ToWebview): void;
  setTitle(title: string): void;
  onMessage(listener: (message: unknown) => void): Disposable;
  /** What is in it is gone then; it says "ready" when it is shown again. */
  onHidden(listener: () => void): Disposable;
}

/** The same for all sessions. */
export interface PanelStatus {
  readonly isConnected: boolean;
  /** Why no session can be continued now; empty if they can. */
  readonly blockedReason: string;
  /** The most a session may cost by the user's settings. */
  readonly budgetUsd: number | undefined;
}

export interface Answer {
  readonly runId: string;
  readonly requestId: string;
  readonly choice: Choice;
  readonly text: string;
  readonly offer: number;
}

/** Words of the user for a run that works. */
export interface Words {
  readonly runId: string;
  readonly messageId: string;
  readonly text: string;
  readonly interrupt: boolean;
}

export interface EventPage {
  readonly events: readonly unknown[];
  readonly done: boolean;
}

/** Events and actions for a panel; an action rejects with a message for the user. */
export interface PanelHost {
  onEvent(listener: (event: RunEvent) => void): Disposable;
  /** The server was started again: what happened meanwhile has to be read. */
  onStarted(listener: () => void): Disposable;
  /** Hunks of runs were kept or undone. */
  onHunksChanged(listener: () => void): Disposable;
  /** Events behind number `after`; undefined if there is no such run. */
  events(runId: string, after: number, limit: number): Promise<EventPage | undefined>;
  /** Its `RunInfo`; undefined if there is no such run. */
  info(runId: string): Promise<object | undefined>;
  /** What is not decided about; undefined if there is no such run. */
  openChanges(runId: string): Promise<OpenChanges | undefined>;
  /** The id of the last run of a session; undefined if it has none that is recorded. */
  lastRun(sessionId: string): Promise<string | undefined>;

  status(): PanelStatus;
  onStatus(listener: () => void): Disposable;

  /** What a run in the queue waits for, in words; empty if nothing is known. */
  queuedBehind(runId: string): string;
  onRunsChange(listener: () => void): Disposable;

  cancel(runId: string): Promise<void>;
  /** End a command that the run has in the background. */
  stopCommand(runId: string, handle: string): Promise<void>;
  /** Have such a command go on when the run is over. */
  keepRunning(runId: string, handle: string): Promise<void>;
  /** Do what helps against an error; see `remedies.ts`. */
  remedy(id: string): Promise<void>;
  /** Go on where the session ended, without words of the user's own. */
  resume(sessionId: string): Promise<void>;
  undo(runId: string): Promise<void>;
  /** Make the files what they were behind a step of a run; 0 is before it. */
  restore(runId: string, step: number): Promise<void>;
  /** Keep, or accept, all that is not decided about. */
  keep(runId: string): Promise<void>;
  showDiff(runId: string): Promise<void>;
  showQuestion(requestId: string): Promise<void>;
  /** Whether the question was still open. */
  answer(answer: Answer): Promise<boolean>;
  continueSession(sessionId: string, prompt: string): Promise<void>;
  /** Whether the run will have its model read that: behind its step, or at once. */
  say(words: Words): Promise<boolean>;
  /** Whether the model had not read it. */
  withdraw(runId: string, messageId: string): Promise<boolean>;
  openFile(root: string, path: string, line: number): Promise<void>;
}
