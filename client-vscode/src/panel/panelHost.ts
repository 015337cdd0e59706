/** What a panel needs of the rest of the extension. */

import type { Choice } from "../conversation/blocks";
import type { RunEvent } from "../conversation/event";
import type { Disposable } from "../disposable";
import type { Remedy } from "../remedies";
import type { Attachment } from "./attachment";
import type { Choices } from "./choices";
import type { HeldImages } from "./heldImages";
import type { KeptDrafts } from "./keptDrafts";
import type { KeptMessages } from "./keptMessages";
import type { Mentions } from "./mentions";
import type { ChatState, OpenChanges, ToWebview } from "./messages";

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
  readonly attachments: readonly Attachment[];
}

/** A task for a new run. */
export interface NewTask {
  readonly prompt: string;
  readonly attachments: readonly Attachment[];
  readonly choices: Choices;
  /** The session that it continues; undefined begins one. */
  readonly session: string | undefined;
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
  /** What is not decided about in the session of a run; undefined if there is no such run. */
  openChanges(runId: string): Promise<OpenChanges | undefined>;
  /** The id of the last run of a session; undefined if it has none that is recorded. */
  lastRun(sessionId: string): Promise<string | undefined>;

  /** Messages that wait, over a reload of the window. */
  readonly waiting: Pick<KeptMessages, "of" | "keep">;

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
  undo(runId: string): Promise<void>;
  /** Make the files what they were behind a step of a run; 0 is before it. */
  restore(runId: string, step: number): Promise<void>;
  /** Keep, or accept, all of a session that is not decided about. */
  keepAll(sessionId: string): Promise<void>;
  undoAll(sessionId: string): Promise<void>;
  /** Show all of a session that is not decided about. */
  showAll(sessionId: string): Promise<void>;
  showDiff(runId: string): Promise<void>;
  showQuestion(requestId: string): Promise<void>;
  /** Whether the question was still open. */
  answer(answer: Answer): Promise<boolean>;
  /** Start a run, and give its id. */
  begin(task: NewTask): Promise<string>;
  /** Go on from a run in a session of its own, which is shown. */
  fork(runId: string): Promise<void>;
  /** Whether the run will have its model read that: behind its step, or at once. */
  say(words: Words): Promise<boolean>;
  /** Whether the model had not read it. */
  withdraw(runId: string, messageId: string): Promise<boolean>;
  openFile(root: string, path: string, line: number): Promise<void>;
}

/** What a chat needs beside its session. */
export interface ChatHost extends PanelHost {
  /** What is half written, and the images of it, in all chats of the window. */
  readonly drafts: KeptDrafts;
  readonly images: HeldImages;
  /** What is to be shown beside the session `sessionId`, which is empty if there is none. */
  chat(sessionId: string): ChatState;
  onChat(listener: () => void): Disposable;
  /**
   * Begin a session with what is before a run, whose files go back if the user wants that: its id, null if
   * nothing is before it, undefined if the user does not want it after all.
   */
  forkBefore(runId: string): Promise<string | null | undefined>;
  mentions(text: string): Promise<Mentions>;
  /** The model the user chooses; undefined if none is. */
  pickModel(): Promise<string | undefined>;
  pickAttachments(): Promise<readonly Attachment[]>;
  /** What was dropped. */
  attachmentsOf(uris: readonly string[]): Promise<readonly Attachment[]>;
  /** The output of the last command in a terminal, as far as one is known. */
  terminal(): Promise<Attachment | undefined>;
  /** Do what helps against the error of a run, or of what could not be begun: its id is empty. */
  remedy(runId: string, remedy: Remedy): Promise<void>;
  showRun(runId: string): Promise<void>;
  /** Give the focus back to the editor. */
  leave(): Promise<void>;
  newChat(): Promise<void>;
  openSession(): Promise<void>;
  openLink(url: string): Promise<void>;
  /** Put a text at the cursor of the active editor. */
  insert(text: string): Promise<void>;
  remember(prompt: string): Promise<void>;
}
