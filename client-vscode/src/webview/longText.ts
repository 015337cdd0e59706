/** The beginning (or the end) of a text, and a button for the rest. */

import { button, element } from "./dom";
import { hides } from "./hiddenText";
import { pluralize } from "../displayText";

export interface LineLimit {
  readonly lines: number;
  readonly from: "start" | "end";
}

/** What "Show all" shows of one text; nobody reads more of it in a panel. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 400_000;
/** Of a line in the short form. */
const MAX_SHORT_LINE = 600;

export function longText(
  text: string,
  limit: LineLimit,
  render: (text: string) => HTMLElement,
): HTMLElement {
  const lines = text.replace(/\n+$/, "").split("\n");
  const short = part(lines, limit, limit.lines).map((line) => cut(line, MAX_SHORT_LINE));
  const isWhole = short.length === lines.length && short.every((line, at) => line === lines[at]);
  const box = element("div", { class: "long-text" }, render(short.join("\n")));
  if (!isWhole) {
    let isShown = false;
    const showAll = (): HTMLElement => {
      isShown = true;
      const all = part(lines, limit, MAX_LINES).join("\n").slice(0, MAX_CHARACTERS);
      const whole = render(all);
      box.replaceChildren(whole, ...cutNote(lines, all));
      return whole;
    };
    box.append(
      button(`Show all ${pluralize(lines.length, "line")}`, (pressed) => {
        const whole = showAll();
        // The button goes, and with it the focus: it moves to what was asked for.
        whole.tabIndex = -1;
        if (pressed.ownerDocument.activeElement === pressed.ownerDocument.body) {
          whole.focus({ preventScroll: true });
        }
      }, { class: "link-button" }),
    );
    hides(box, () => (isShown ? "" : text), showAll);
  }
  return box;
}

function part(lines: readonly string[], limit: LineLimit, most: number): readonly string[] {
  return limit.from === "start" ? lines.slice(0, most) : lines.slice(-most);
}

function cut(line: string, most: number): string {
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

function cutNote(lines: readonly string[], shown: string): readonly HTMLElement[] {
  const isWhole = lines.length <= MAX_LINES && shown.length < MAX_CHARACTERS;
  return isWhole ? [] : [element("p", { class: "quiet" }, "The rest is too long to display.")];
}
