/** A request that failed, and the seconds until it is sent again. */

import type { Block, RetryBlock } from "../../conversation/blocks";
import { inEditorWords } from "../../editorWords";
import { t } from "../../l10n";
import type { BlockView } from "../blockView";
import { element, setText } from "../dom";
import { duration } from "../format";

const TICK_MS = 1_000;

export function retryView(): BlockView {
  const text = element("p");
  const reason = element("p", { class: "quiet", attributes: { dir: "auto" } });
  const box = element("div", { class: "note-block", attributes: { "data-tone": "warning" } }, text, reason);
  let ticking: number | undefined;
  return {
    element: box,
    update: (block: Block) => {
      if (block.kind !== "retry") {
        return;
      }
      window.clearInterval(ticking);
      setText(reason, inEditorWords(block.reason));
      reason.hidden = block.reason === "";
      setText(text, retryText(block, Date.now()));
      if (!block.isOver) {
        ticking = window.setInterval(() => {
          setText(text, retryText(block, Date.now()));
          if (!box.isConnected) {
            window.clearInterval(ticking);
          }
        }, TICK_MS);
      }
    },
  };
}

/** `now` is in milliseconds since 1970, by a clock that may differ from that of the server. */
function retryText(block: RetryBlock, now: number): string {
  const attempt = t("attempt {number}", { number: block.attempt });
  if (block.isOver) {
    return t("The request failed; {attempt} followed after {duration}.", { attempt, duration: inSeconds(block.delayS) });
  }
  const seconds = Math.ceil(Math.min(block.delayS, (block.at - now) / 1_000));
  return seconds > 0 ? t("The request failed; {attempt} in {duration}.", { attempt, duration: inSeconds(seconds) }) : t("The request failed; {attempt} is under way.", { attempt });
}

/** Nobody counts tenths of them. */
function inSeconds(seconds: number): string {
  return seconds < 10 ? `${String(Math.round(seconds))} s` : duration(seconds);
}
