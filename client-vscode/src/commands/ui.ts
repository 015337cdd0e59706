/** What commands need of the editor. */

import type { JsonObject, WireRange } from "../protocol/generated";
import type { ReasoningEffort } from "../reasoningEfforts";
import type { DiffSubject, PreviewSides } from "../confirm/editPreview";

export interface Folder {
  readonly uri: string;
  readonly name: string;
}

/** The document in the active editor, and what is selected there. */
export interface ActiveDocument {
  readonly uri: string;
  /** As people call it: its path in its folder. */
  readonly name: string;
  readonly selection: WireRange;
  readonly isSelectionEmpty: boolean;
  /** Problems that touch the selection, as the protocol has them. */
  readonly diagnostics: readonly JsonObject[];
}

export interface Item<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: T;
}

export interface Button {
  readonly label: string;
  readonly act: () => Promise<unknown>;
}

export type MessageLevel = "info" | "warning" | "error";

/** A code action of the server that runs one of its commands. */
export interface ServerAction {
  readonly title: string;
  readonly command: string;
  readonly argument: JsonObject;
}

/** A task in the user's own words, and how hard the model shall think about it, if the user chose that. */
export interface TypedTask {
  readonly prompt: string;
  readonly reasoning: ReasoningEffort | undefined;
  /** Whether another agent is to look at the changes; undefined leaves it to the configuration. */
  readonly autoReview?: true | undefined;
}

/** A file beside its other text; without a URI there is no document of it now. */
export interface ChangedFile {
  readonly path: string;
  readonly uri: string | undefined;
  readonly other: string;
  readonly isProposed: boolean;
}

/** A Git repository that source control shows. */
export interface Repository {
  readonly uri: string;
  /** What stands in its input. */
  message(): string;
  setMessage(text: string): void;
  /** Shows that something is under way. */
  whileWorking<T>(act: () => Promise<T>): Promise<T>;
}

/** Undefined means that the user dismissed the input. */
export interface Ui {
  active(): ActiveDocument | undefined;
  folders(): readonly Folder[];

  pick<T>(items: readonly Item<T>[], title: string): Promise<T | undefined>;
  /** Free text, or one of the `earlier` ones. */
  prompt(title: string, earlier: readonly string[]): Promise<TypedTask | undefined>;
  /** The same where a workflow is asked for, which leaves no more to be chosen. */
  task(title: string, earlier: readonly string[]): Promise<string | undefined>;
  /** Free text that may be empty; `value` stands there already. */
  input(title: string, placeholder: string, value?: string): Promise<string | undefined>;

  /** Ask in the middle of the window, and wait; undefined is Cancel. */
  confirm(message: string, detail: string, buttons: readonly string[]): Promise<string | undefined>;

  /** One sentence; does not wait for the user. */
  showMessage(level: MessageLevel, message: string, buttons?: readonly Button[]): void;

  /** Show a place in a document. */
  reveal(uri: string, range: WireRange): Promise<void>;
  /** Show texts in the diff editor, none of which can be changed; its title decides about `subject`. */
  showSides(title: string, sides: readonly PreviewSides[], subject?: DiffSubject): Promise<void>;
  /** Show files beside their other texts: before the changes, or after what is proposed. */
  showChanges(title: string, files: readonly ChangedFile[]): Promise<void>;
  /** What the diff is about whose document `argument` names, or that is in front. */
  subjectOfDiff(argument: unknown): DiffSubject | undefined;
  /** The text that the user made of the edit that a question is about; undefined if it is as it was. */
  changedText(requestId: string): string | undefined;
  closeDiff(argument: unknown): Promise<void>;
  /** Show a text that cannot be changed; the end of the name says in which language it is. */
  showText(name: string, text: string): Promise<void>;
  /** The text of a file of a folder (a path on the server's machine) as the user sees it now. */
  readNow(root: string, path: string): Promise<string | undefined>;
  textOf(uri: string): Promise<string | undefined>;
  /** What the server offers for the selection of the active editor. */
  selectionActions(): Promise<readonly ServerAction[]>;

  /** Write a text into a file that the user chooses; `name` is what it may be called. */
  saveText(name: string, text: string): Promise<void>;
  /** Put a text on the clipboard. */
  /** As people call a file: its path in its folder. */
  nameOf(uri: string): string;
  /** The Git repository at `root`, else the only one there is or one that is chosen. */
  repository(root: string | undefined): Promise<Repository | undefined>;
  copy(text: string): Promise<void>;
  /** Show the settings that are found by `query`. */
  openSettings(query: string): Promise<void>;
  /** Run a command of the editor. */
  execute(command: string, ...args: readonly unknown[]): Promise<unknown>;
}
