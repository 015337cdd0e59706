/** Notifications of the extension: kept, and answered by the scene. VS Code shows none in tests. */

import * as vscode from "vscode";

import { until } from "../until";

type Kind = "information" | "warning" | "error" | "status";

export interface Message {
  readonly kind: Kind;
  readonly text: string;
  readonly buttons: readonly string[];
  /** Press a button, or close it. */
  answer(button: string | undefined): void;
}

/** A notification with a progress bar and Cancel. */
export interface Progress {
  readonly title: string;
  readonly reports: string[];
  cancel(): void;
}

export class Messages {
  readonly all: Message[] = [];
  readonly progress: Progress[] = [];
  private readonly links = new Map<string, readonly RegExpMatchArray[]>();
  private readonly undo: (() => void)[] = [];

  constructor() {
    this.replace("showInformationMessage", "information");
    this.replace("showWarningMessage", "warning");
    this.replace("showErrorMessage", "error");
    this.replace("setStatusBarMessage", "status");
    this.put("createStatusBarItem", () => this.statusBarItem());
    this.put("withProgress", this.withProgress);
  }

  /** The first message with `text` in it that was not asked for before. */
  async with(text: string): Promise<Message> {
    return await until(`a message with ${JSON.stringify(text)}`, () => {
      const index = this.all.findIndex((message) => message.text.includes(text));
      return index < 0 ? undefined : this.all.splice(index, 1)[0];
    });
  }

  /** Press `button` of the message with `text`. */
  async press(text: string, button: string): Promise<void> {
    const message = await this.with(text);
    if (!message.buttons.includes(button)) {
      throw new Error(`${JSON.stringify(message.text)} has ${message.buttons.join(", ")} only`);
    }
    message.answer(button);
  }

  /** Put VS Code's own functions back. */
  dispose(): void {
    for (const one of this.undo) one();
    for (const message of this.all) message.answer(undefined);
  }

  private replace(name: keyof typeof vscode.window, kind: Kind): void {
    this.put(name, (text: string, ...rest: unknown[]) => {
      return new Promise<unknown>((resolve) => {
        this.all.push(message(kind, text, rest.filter(isItem), resolve));
      });
    });
  }

  /** One that comes and goes, as far as a message can be read from it. */
  private statusBarItem(): Pick<vscode.StatusBarItem, "accessibilityInformation" | "show" | "dispose"> {
    const item: ReturnType<Messages["statusBarItem"]> = {
      accessibilityInformation: undefined,
      show: () => this.all.push(message("status", item.accessibilityInformation?.label ?? "", [], () => undefined)),
      dispose: () => undefined,
    };
    return item;
  }

  private readonly withProgress: typeof vscode.window.withProgress = (options, task) => {
    const asking = this.asking(options.title ?? "");
    const source = new vscode.CancellationTokenSource();
    const reports: string[] = [];
    this.progress.push({
      title: options.title ?? "",
      reports,
      cancel: () => {
        source.cancel();
      },
    });
    const done = task({ report: ({ message }) => reports.push(message ?? "") }, source.token);
    if (asking !== undefined) void done.then(() => this.all.splice(0, Infinity, ...this.all.filter((each) => each !== asking)));
    return done;
  };

  /** A question whose buttons are links; what comes again with the same text is answered where it came first. */
  private asking(title: string): Message | undefined {
    const found = [...title.matchAll(LINKS)];
    const [text = ""] = title.split(" · [");
    if (found.length === 0) return undefined;
    this.links.set(text, found);
    const answer = (button: string | undefined) => {
      const [, , command = "", query = ""] = this.links.get(text)?.find(([, label]) => label === button) ?? [];
      const given = query === "" ? [] : (JSON.parse(decodeURIComponent(query)) as unknown[]);
      if (command !== "") void vscode.commands.executeCommand(command, ...given);
    };
    const asked: Message = { kind: "information", text, buttons: found.map(([, label = ""]) => label), answer };
    this.all.push(asked);
    return asked;
  }

  private put(name: keyof typeof vscode.window, fake: unknown): void {
    const window = vscode.window as unknown as Record<string, unknown>;
    const own = window[name];
    window[name] = fake;
    this.undo.push(() => {
      window[name] = own;
    });
  }
}

/** As VS Code finds them in the text of a notification. */
const LINKS = /\[([^\]]+)\]\(command:([\w.]+)\?([^)\s]+) "[^"]+"\)/g;

type Item = string | vscode.MessageItem;

function isItem(value: unknown): value is Item {
  if (typeof value === "string") return true;
  return typeof value === "object" && value !== null && "title" in value;
}

function titleOf(item: Item): string {
  return typeof item === "string" ? item : item.title;
}

function message(
  kind: Kind,
  text: string,
  items: readonly Item[],
  resolve: (item: Item | undefined) => void,
): Message {
  const answer = (button: string | undefined) => {
    resolve(items.find((item) => titleOf(item) === button));
  };
  return { kind, text, buttons: items.map(titleOf), answer };
}
