/** What the model thought: one line that can be opened, also while it goes on. */

import type { Block, ReasoningBlock } from "../../conversation/blocks";
import { t } from "../../l10n";
import type { BlockActions, BlockView } from "../blockView";
import { element, setText } from "../dom";
import { duration } from "../format";
import { hides } from "../hiddenText";
import { markdownView } from "../markdown/markdownView";

/** Nobody reads more of it in a panel; the end is what is thought now. */
const MAX_CHARACTERS = 60_000;

export function reasoningView(actions: BlockActions): BlockView {
  const title = element("span");
  const markdown = markdownView(actions);
  const body = element("div", { class: "reasoning-body" }, markdown.element);
  const box = element("details", { class: "reasoning" }, element("summary", { class: "quiet" }, title), body);
  let block: ReasoningBlock | undefined;
  // What is closed is not made: it is long, and hardly ever looked into.
  let made = "";
  const makeBody = (): void => {
    made = block?.text ?? "";
    markdown.update(end(made));
  };
  const showBody = (): void => {
    if (box.open) {
      makeBody();
    }
  };
  box.addEventListener("toggle", showBody);
  hides(box, () => (block === undefined || block.text === made ? "" : block.text), makeBody);
  return {
    element: box,
    update: (next: Block) => {
      if (next.kind === "reasoning") {
        block = next;
        box.dataset["state"] = next.state;
        setText(title, titleOf(next));
        showBody();
      }
    },
  };
}

function titleOf(block: ReasoningBlock): string {
  if (block.state === "thinking") {
    return t("Thinking…");
  }
  return block.durationS === undefined ? t("Thought") : t("Thought for {duration}", { duration: duration(block.durationS) });
}

function end(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `…\n\n${text.slice(-MAX_CHARACTERS)}`;
}
