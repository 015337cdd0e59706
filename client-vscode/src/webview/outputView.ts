/** The output of a running command: its end, to which new output is appended; a line drawn anew is replaced. */

import type { OutputTail } from "../conversation/blocks";
import { pluralize } from "../displayText";
import { t } from "../l10n";
import { element, setText } from "./dom";

/** Elements that are kept; a piece is a few lines. */
const MAX = 200;

export interface OutputView {
  readonly element: HTMLElement;
  update(tail: OutputTail): void;
}

export function outputView(): OutputView {
  const before = element("div", { class: "quiet" });
  const text = element("pre", { class: "output running" });
  const box = element("div", { class: "part" }, before, text);
  const shown: number[] = [];
  return {
    element: box,
    update: (tail) => {
      const numbers = new Set(tail.pieces.map((piece) => piece.number));
      while (shown.length > 0 && !numbers.has(shown.at(-1) ?? 0)) {
        text.lastElementChild?.remove();
        shown.pop();
      }
      const last = shown.at(-1) ?? 0;
      const fresh = tail.pieces.filter((piece) => piece.number > last).slice(-MAX);
      for (const piece of fresh) {
        text.append(element("span", piece.isError ? { class: "error-stream" } : {}, piece.text));
        shown.push(piece.number);
      }
      while (shown.length > MAX) {
        text.firstElementChild?.remove();
        shown.shift();
      }
      setText(before, tail.dropped > 0 ? t("{earlierCharacters} not shown", { earlierCharacters: pluralize(tail.dropped, "earlier character") }) : "");
    },
  };
}
