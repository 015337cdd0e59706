/** Markdown as elements; of a text that grows, only the blocks that changed are made anew. */

import { element } from "../dom";
import { blockNode } from "./blockNode";
import type { MarkdownActions } from "./inlineNodes";
import type { ParsedMarkdown } from "./parse";
import { parser } from "./parser";

export interface MarkdownView {
  readonly element: HTMLElement;
  update(text: string): void;
}

export function markdownView(actions: MarkdownActions): MarkdownView {
  const box = element("div", { class: "markdown" });
  let shown: ParsedMarkdown = { text: "", blocks: [], env: {} };
  return {
    element: box,
    update: (text) => {
      const parsed = parser().parseMarkdown(text, shown);
      const first = firstChanged(shown, parsed);
      while (box.children.length > first) {
        box.lastElementChild?.remove();
      }
      box.append(...parsed.blocks.slice(first).map(({ tokens }) => blockNode(tokens, { env: parsed.env, actions })));
      shown = parsed;
    },
  };
}

/** The first block that is not the same in both; all of them if links lead elsewhere. */
function firstChanged(before: ParsedMarkdown, after: ParsedMarkdown): number {
  if (JSON.stringify(before.env.references) !== JSON.stringify(after.env.references)) {
    return 0;
  }
  const first = after.blocks.findIndex((block, index) => block.source !== before.blocks[index]?.source);
  return first < 0 ? after.blocks.length : first;
}
