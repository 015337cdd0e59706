/** An editor whose user answers as a test says. */

import type { DiffSubject, PreviewSides } from "../../../src/confirm/editPreview";
import type { WireRange } from "../../../src/protocol/generated";
import type {
  ActiveDocument,
  Button,
  ChangedFile,
  Folder,
  Item,
  MessageLevel,
  Repository,
  ServerAction,
  TypedTask,
  Ui,
} from "../../../src/commands/ui";

/** Enter where something stands already. */
export const UNCHANGED = "\u0000unchanged";

export interface ShownMessage {
  readonly level: MessageLevel;
  readonly message: string;
  readonly buttons: readonly Button[];
}

export class FakeUi implements Ui {
  readonly messages: ShownMessage[] = [];
  readonly openSettings = (query: string): Promise<void> => {
    this.executed.push(["openSettings", query]);
    return Promise.resolve();
  };

  readonly executed: (readonly unknown[])[] = [];
  readonly revealed: { uri: string; range: WireRange }[] = [];
  readonly sides: { title: string; sides: readonly PreviewSides[] }[] = [];
  readonly pages: { name: string; text: string }[] = [];
  /** What was offered to pick from. */
  readonly offered: { title: string; labels: readonly string[] }[] = [];
  readonly prompted: string[] = [];
  readonly confirmed: { message: string; detail: string; buttons: readonly string[] }[] = [];
  /** What is pressed when something is to be confirmed: the first button, unless a test says otherwise. */
  presses: ((buttons: readonly string[]) => string | undefined) = ([first]) => first;

  activeDocument: ActiveDocument | undefined;
  openFolders: Folder[] = [{ uri: "file:///home/u", name: "work" }];
  /** The label that is picked next; nothing if undefined. */
  picks: string | undefined;
  /** The labels that are picked next, before `picks` counts. */
  choices: string[] = [];
  types: string | undefined;
  /** What is typed into the inputs to come, before `types` counts. */
  entries: (string | undefined)[] = [];
  readonly copied: string[] = [];
  reasoning: TypedTask["reasoning"];
  autoReview: TypedTask["autoReview"];
  actions: readonly ServerAction[] = [];
  texts: Record<string, string> = {};

  /** What was written into files, by its name. */
  readonly saved: { name: string; text: string }[] = [];
  readonly saveText = (name: string, text: string): Promise<void> => {
    this.saved.push({ name, text });
    return Promise.resolve();
  };

  readonly active = (): ActiveDocument | undefined => this.activeDocument;
  readonly folders = (): readonly Folder[] => this.openFolders;

  readonly pick = <T>(items: readonly Item<T>[], title: string): Promise<T | undefined> => {
    this.offered.push({ title, labels: items.map((item) => item.label) });
    const picks = this.choices.length > 0 ? this.choices.shift() : this.picks;
    return Promise.resolve(items.find((item) => item.label === picks)?.value);
  };

  readonly prompt = (title: string): Promise<TypedTask | undefined> => {
    this.prompted.push(title);
    const { types: prompt, reasoning, autoReview } = this;
    return Promise.resolve(prompt === undefined ? undefined : { prompt, reasoning, autoReview });
  };

  readonly task = (title: string): Promise<string | undefined> => {
    this.prompted.push(title);
    return Promise.resolve(this.typed(""));
  };

  readonly input = (title: string, _placeholder: string, value = ""): Promise<string | undefined> => {
    this.prompted.push(title);
    return Promise.resolve(this.typed(value));
  };

  /** What is typed next where `value` stands; `UNCHANGED` takes that. */
  private typed(value: string): string | undefined {
    const entry = this.entries.length > 0 ? this.entries.shift() : this.types;
    return entry === UNCHANGED ? value : entry;
  }

  readonly confirm = (message: string, detail: string, buttons: readonly string[]): Promise<string | undefined> => {
    this.confirmed.push({ message, detail, buttons });
    return Promise.resolve(this.presses(buttons));
  };

  readonly showMessage = (level: MessageLevel, message: string, buttons: readonly Button[] = []): void => {
    this.messages.push({ level, message, buttons });
  };

  readonly reveal = (uri: string, range: WireRange): Promise<void> => {
    this.revealed.push({ uri, range });
    return Promise.resolve();
  };

  readonly showSides = (title: string, sides: readonly PreviewSides[]): Promise<void> => {
    this.sides.push({ title, sides });
    return Promise.resolve();
  };

  readonly changed: { title: string; files: readonly ChangedFile[] }[] = [];
  /** What the diff in front is about. */
  subject: DiffSubject | undefined;
  closedDiffs = 0;

  readonly showChanges = (title: string, files: readonly ChangedFile[]): Promise<void> => {
    this.changed.push({ title, files });
    return Promise.resolve();
  };

  readonly subjectOfDiff = (): DiffSubject | undefined => this.subject;

  /** What was made of edits, by the ids of their questions. */
  madeOf: Record<string, string> = {};

  readonly changedText = (requestId: string): string | undefined => this.madeOf[requestId];

  readonly closeDiff = (): Promise<void> => {
    this.closedDiffs += 1;
    return Promise.resolve();
  };

  readonly showText = (name: string, text: string): Promise<void> => {
    this.pages.push({ name, text });
    return Promise.resolve();
  };

  readonly readNow = (root: string, path: string): Promise<string | undefined> =>
    Promise.resolve(this.texts[`file://${root}/${path}`]);

  readonly textOf = (uri: string): Promise<string | undefined> => Promise.resolve(this.texts[uri]);

  readonly selectionActions = (): Promise<readonly ServerAction[]> => Promise.resolve(this.actions);

  /** What stands in the input of source control; undefined if there is no repository. */
  commitInput: string | undefined;

  readonly nameOf = (uri: string): string => uri.replace("file:///home/u/", "");

  readonly repository = (): Promise<Repository | undefined> => {
    const repository: Repository = {
      uri: "file:///home/u",
      message: () => this.commitInput ?? "",
      setMessage: (text) => {
        this.commitInput = text;
      },
      whileWorking: (act) => act(),
    };
    return Promise.resolve(this.commitInput === undefined ? undefined : repository);
  };

  readonly copy = (text: string): Promise<void> => {
    this.copied.push(text);
    return Promise.resolve();
  };

  readonly execute = (command: string, ...args: readonly unknown[]): Promise<unknown> => {
    this.executed.push([command, ...args]);
    return Promise.resolve(undefined);
  };

  /** Open a document with that selection; an empty one if it ends where it begins. */
  opens(uri: string, selection: WireRange, fields: Partial<ActiveDocument> = {}): void {
    const { start, end } = selection;
    const isSelectionEmpty = start.line === end.line && start.character === end.character;
    const name = uri.replace("file:///home/u/", "");
    this.activeDocument = { uri, name, selection, isSelectionEmpty, diagnostics: [], ...fields };
  }

  get lastMessage(): string {
    return this.messages.at(-1)?.message ?? "";
  }

  async press(label: string): Promise<void> {
    const button = this.messages.at(-1)?.buttons.find((each) => each.label === label);
    if (button === undefined) {
      throw new Error(`there is no button ${label}`);
    }
    await button.act();
  }
}
