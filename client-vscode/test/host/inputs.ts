/** Inputs and lists at the top of the window: filled in by the scene, in the order they come. */

import * as vscode from "vscode";

/** What a scene does with an input: types that text, or takes the entry with that in its label. */
export type Entry = string | undefined;

interface Listed {
  readonly label: string;
}

export class Inputs {
  /** Titles and placeholders of all that was asked. */
  readonly asked: string[] = [];
  private readonly entries: Entry[] = [];
  private readonly undo: (() => void)[] = [];

  constructor() {
    this.replace("showInputBox", (options: unknown) => Promise.resolve(this.next(options)));
    this.replace("showQuickPick", async (items: unknown, options: unknown) =>
      chosen((await items) as readonly (string | Listed)[], this.next(options)),
    );
    this.replace("createInputBox", () => this.fakeInput());
    this.replace("createQuickPick", () => this.fakeInput());
  }

  /** What is typed into the inputs to come; undefined goes away from one. */
  enter(...entries: readonly Entry[]): void {
    this.entries.push(...entries);
  }

  dispose(): void {
    for (const one of this.undo) one();
  }

  private next(options: unknown): Entry {
    this.asked.push(JSON.stringify(options ?? {}));
    return this.entries.shift();
  }

  private fakeInput(): object {
    return new FakeInput((input) => this.next({ title: input.title, text: input.placeholder }));
  }

  private replace(name: string, fake: (...given: unknown[]) => unknown): void {
    const window = vscode.window as unknown as Record<string, unknown>;
    const own = window[name];
    window[name] = fake;
    this.undo.push(() => {
      window[name] = own;
    });
  }
}

function chosen(items: readonly (string | Listed)[], entry: Entry): string | Listed | undefined {
  const labelOf = (item: string | Listed) => (typeof item === "string" ? item : item.label);
  if (entry === undefined) return undefined;
  const found = items.find((item) => labelOf(item).includes(entry));
  if (found === undefined) throw new Error(`no ${entry} in ${items.map(labelOf).join(", ")}`);
  return found;
}

type Listener = (event?: unknown) => void;

/** Both a quick pick and an input box, as far as extensions use them. */
class FakeInput {
  title: string | undefined;
  placeholder: string | undefined;
  value = "";
  items: readonly Listed[] = [];
  activeItems: readonly Listed[] = [];
  selectedItems: readonly Listed[] = [];
  private readonly listeners = new Map<string, Listener[]>();

  constructor(private readonly next: (input: FakeInput) => Entry) {}

  readonly onDidAccept = this.event("accept");
  readonly onDidHide = this.event("hide");
  readonly onDidChangeValue = this.event("value");
  readonly onDidChangeActive = this.event("active");
  readonly onDidChangeSelection = this.event("selection");
  readonly onDidTriggerButton = this.event("button");
  readonly onDidTriggerItemButton = this.event("item button");

  show(): void {
    setTimeout(() => {
      this.fill(this.next(this));
    }, 0);
  }

  hide(): void {
    this.fire("hide");
  }

  dispose(): void {
    this.listeners.clear();
  }

  private fill(entry: Entry): void {
    if (entry === undefined) {
      this.hide();
      return;
    }
    this.value = entry;
    this.fire("value", entry);
    this.activeItems = this.items.filter((item) => item.label.includes(entry)).slice(0, 1);
    this.selectedItems = this.activeItems;
    this.fire("accept");
  }

  private event(name: string): (listener: Listener) => vscode.Disposable {
    return (listener) => {
      this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
      return new vscode.Disposable(() => undefined);
    };
  }

  private fire(name: string, event?: unknown): void {
    for (const listener of this.listeners.get(name) ?? []) listener(event);
  }
}
