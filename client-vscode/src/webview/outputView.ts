/** The output of a running command: its end, to which new output is appended. */

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
  let last = 0;
  return {
    element: box,
    update: (tail) => {
      const fresh = tail.pieces.filter((piece) => piece.number > last).slice(-MAX);
      for (const piece of fresh) {
        text.append(element("span", piece.isError ? { class: "error-stream" } : {}, piece.text));
        last = piece.number;
      }
      while (text.childElementCount > MAX) {
        text.firstElementChild?.remove();
      }
      setText(before, tail.dropped > 0 ? t("{earlierCharacters} not shown", { earlierCharacters: pluralize(tail.dropped, "earlier character") }) : "");
    },
  };
}
