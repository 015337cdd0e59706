/** A bar in which one searches the conversation: how many places there are, and each of them in turn. */

import { t } from "../l10n";
import { button, element, setText } from "./dom";
import { placesIn } from "./foundPlaces";
import { makeHidden } from "./hiddenText";

/** Nobody goes through more. */
const MAX = 2_000;
const ALL = "chat-found";
const CURRENT = "chat-found-current";
/** The user still writes. */
const DELAY_MS = 150;

/** What is searched, and what is done before: all of it is to be there. */
export interface FindParts {
  readonly area: HTMLElement;
  readonly prepare: () => Promise<void>;
  readonly onClose: () => void;
}

export class FindBar {
  private readonly input = element("input", { attributes: { type: "search", "aria-label": t("Find in the chat"), placeholder: t("Find") } });
  private readonly count = element("span", { class: "find-count", attributes: { role: "status" } });
  readonly element = element("div", { class: "find", attributes: { role: "search" } });
  private found: readonly Range[] = [];
  private at = 0;
  private timer: number | undefined;

  constructor(private readonly parts: FindParts) {
    const control = (label: string, title: string, act: () => void) =>
      button(label, act, { class: "quiet-button", attributes: { "aria-label": title, title } });
    this.element.append(
      this.input,
      this.count,
      control("↑", t("Previous match"), () => {
        this.go(-1);
      }),
      control("↓", t("Next match"), () => {
        this.go(1);
      }),
      control("×", t("Close"), () => {
        this.close();
      }),
    );
    this.element.hidden = true;
    this.input.addEventListener("input", () => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        this.search();
      }, DELAY_MS);
    });
    this.element.addEventListener("keydown", (event) => {
      this.onKey(event);
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  open(): void {
    this.element.hidden = false;
    this.input.focus();
    this.input.select();
    void this.parts.prepare().then(() => {
      this.search();
    });
  }

  close(): void {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.element.hidden = true;
    this.found = [];
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(CURRENT);
    this.parts.onClose();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.close();
    } else if (event.key === "Enter" && event.target === this.input) {
      this.go(event.shiftKey ? -1 : 1);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private search(): void {
    const words = this.input.value;
    this.timer = undefined;
    if (words !== "") {
      makeHidden(this.parts.area, words);
    }
    this.found = words === "" ? [] : placesIn(this.parts.area, words, MAX);
    // The newest is nearest.
    this.at = Math.max(this.found.length - 1, 0);
    CSS.highlights.set(ALL, new Highlight(...this.found));
    this.show();
  }

  private go(by: number): void {
    // What was found may have been made anew, as with a reply that goes on.
    if (this.timer !== undefined || this.found[this.at]?.collapsed === true) {
      window.clearTimeout(this.timer);
      this.search();
      return;
    }
    const { length } = this.found;
    this.at = length === 0 ? 0 : (this.at + by + length) % length;
    this.show();
  }

  private show(): void {
    const { length } = this.found;
    const range = this.found[this.at];
    const words = length === 0 ? t("No results") : t("{number} of {total}", { number: this.at + 1, total: `${String(length)}${length === MAX ? "+" : ""}` });
    setText(this.count, this.input.value === "" ? "" : words);
    CSS.highlights.set(CURRENT, new Highlight(...(range === undefined ? [] : [range])));
    reveal(range);
  }
}

/** Opens what the place is in, and scrolls there. */
function reveal(range: Range | undefined): void {
  const holder = range?.startContainer.parentElement;
  for (let closed = holder?.closest("details:not([open])"); closed; closed = closed.parentElement?.closest("details:not([open])")) {
    closed.setAttribute("open", "");
  }
  holder?.scrollIntoView({ block: "center" });
}
