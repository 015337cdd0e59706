/** What an `@` may stand for, and a slash at the beginning, as a list above the input: the focus stays there. */

import { t } from "../../l10n";
import type { Mention, Mentions } from "../../panel/mentions";
import { element, fill, freshId } from "../dom";

export interface MentionListener {
  /** Asks how the text up to the cursor may continue. */
  readonly ask: (number: number, text: string) => void;
  /** The text between `from` and the cursor becomes `insert`. */
  readonly take: (from: number, insert: string) => void;
}

const ICONS: Readonly<Record<string, string>> = {
  file: t("File"),
  folder: t("Folder"),
  symbol: t("Symbol"),
  problems: t("Problems"),
  diff: t("Changes"),
  terminal: t("Terminal"),
  server: t("Server"),
  task: t("Task"),
  skill: t("Skill"),
  prompt: t("Prompt"),
};

/** The word at the end of a text that begins with `@`, or is all of it behind a slash; undefined if there is none. */
export function wordAtEnd(text: string): string | undefined {
  return /(?:^|\s)(@[^\s]*)$/.exec(text)?.[1] ?? /^\/[\w:-]*$/.exec(text)?.[0];
}

/** Whether that is a whole name, which Enter sends. */
export function isWhole(word: string, mention: Mention | undefined): boolean {
  return mention?.complete === true && mention.insert.trim() === word;
}

export class MentionList {
  readonly element = element("ul", {
    class: "mentions",
    attributes: { id: freshId("mentions"), role: "listbox", "aria-label": t("Files, symbols and more") },
  });
  private found: Mentions = { from: 0, mentions: [] };
  private active = 0;
  private asked = 0;
  private text = "";

  constructor(
    private readonly field: HTMLTextAreaElement,
    private readonly listener: MentionListener,
  ) {
    this.element.hidden = true;
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.element.id);
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** The text up to the cursor has become another. */
  follow(text: string): void {
    this.text = text;
    this.asked += 1;
    if (wordAtEnd(text) === undefined) {
      this.close();
    } else {
      this.listener.ask(this.asked, text);
    }
  }

  /** The answer to a question; to an earlier one it counts no more. */
  show(number: number, found: Mentions): void {
    if (number !== this.asked) {
      return;
    }
    this.found = found;
    this.active = 0;
    this.element.hidden = found.mentions.length === 0;
    this.render();
  }

  close(): void {
    this.asked += 1;
    this.element.hidden = true;
    this.field.removeAttribute("aria-activedescendant");
  }

  /** Whether the key was for the list. */
  takesKey(event: KeyboardEvent): boolean {
    if (!this.isOpen || event.isComposing) {
      return false;
    }
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        this.move(event.key === "ArrowDown" ? 1 : -1);
        return true;
      case "Enter":
        if (event.shiftKey || event.ctrlKey || isWhole(wordAtEnd(this.text) ?? "", this.chosen)) {
          this.close();
          return false;
        }
        this.take(this.active);
        return true;
      case "Tab":
        this.take(this.active);
        return true;
      case "Escape":
        this.close();
        return true;
      default:
        return false;
    }
  }

  private get chosen(): Mention | undefined {
    return this.found.mentions[this.active];
  }

  private move(by: number): void {
    const count = this.found.mentions.length;
    this.active = (this.active + by + count) % count;
    this.render();
  }

  private take(index: number): void {
    const mention = this.found.mentions[index];
    if (mention !== undefined) {
      const { from } = this.found;
      this.close();
      this.listener.take(from, mention.complete ? `${mention.insert.trimEnd()} ` : mention.insert);
    }
  }

  private render(): void {
    const rows = this.found.mentions.map((mention, index) => this.row(mention, index));
    fill(this.element, ...rows);
    const row = rows[this.active];
    if (row === undefined) {
      this.field.removeAttribute("aria-activedescendant");
    } else {
      this.field.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    }
  }

  private row({ label, kind, detail }: Mention, index: number): HTMLElement {
    const attributes = {
      id: `${this.element.id}-${String(index)}`,
      role: "option",
      "aria-selected": String(index === this.active),
    };
    const row = element(
      "li",
      { attributes },
      element("span", { class: "mention-label" }, label),
      element("span", { class: "mention-detail" }, detail),
      element("span", { class: "mention-kind" }, ICONS[kind] ?? ""),
    );
    // The focus stays in the input.
    row.addEventListener("mousedown", (event) => {
      event.preventDefault();
      this.take(index);
    });
    return row;
  }
}
