/** Markdown as elements; of a text that grows, only what changed is made anew. */

import type { Inline, MarkdownBlock } from "../conversation/markdown/markdown";
import { parseMarkdown } from "../conversation/markdown/parseMarkdown";
import { codeView } from "./codeView";
import { element } from "./dom";
import { longText } from "./longText";

export interface MarkdownView {
  readonly element: HTMLElement;
  update(text: string): void;
}

export function markdownView(): MarkdownView {
  const box = element("div", { class: "markdown" });
  let sources: readonly string[] = [];
  return {
    element: box,
    update: (text) => {
      const read = parseMarkdown(text);
      const same = read.findIndex((each, index) => each.source !== sources[index]);
      const first = same < 0 ? read.length : same;
      while (box.children.length > first) {
        box.lastElementChild?.remove();
      }
      box.append(...read.slice(first).map((each) => blockNode(each.block)));
      sources = read.map((each) => each.source);
    },
  };
}

/** All of one rank: what a model says is no outline of the page, and often begins at the third. */
function heading(block: Extract<MarkdownBlock, { kind: "heading" }>): HTMLElement {
  const size = `level-${String(Math.min(block.level, 4))}`;
  return element("h2", { class: size, ...AUTO }, ...nodes(block.inlines));
}

function blockNode(block: MarkdownBlock): HTMLElement {
  switch (block.kind) {
    case "heading":
      return heading(block);
    case "paragraph":
      return element("p", AUTO, ...nodes(block.inlines));
    case "code":
      return longText(block.text, { lines: 60, from: "start" }, (text) =>
        codeView(text, block.language),
      );
    case "quote":
      return element("blockquote", {}, ...block.blocks.map(blockNode));
    case "list":
      return list(block);
    case "table":
      return table(block);
    case "rule":
      return element("hr");
  }
}

/** Languages that are written from the right are shown as they are written. */
const AUTO = { attributes: { dir: "auto" } } as const;

function list(block: Extract<MarkdownBlock, { kind: "list" }>): HTMLElement {
  const items = block.items.map((item) => element("li", AUTO, ...itemNodes(item)));
  if (block.start === undefined) {
    return element("ul", {}, ...items);
  }
  return element("ol", { attributes: { start: String(block.start) } }, ...items);
}

/** A paragraph that is alone in its item needs no space of its own. */
function itemNodes(blocks: readonly MarkdownBlock[]): readonly Node[] {
  return blocks.flatMap((block, index) =>
    index === 0 && block.kind === "paragraph" ? nodes(block.inlines) : [blockNode(block)],
  );
}

function table(block: Extract<MarkdownBlock, { kind: "table" }>): HTMLElement {
  const header = block.header.map((cell) => element("th", { attributes: { scope: "col" } }, ...nodes(cell)));
  const rows = block.rows.map((row) =>
    element("tr", {}, ...row.map((cell) => element("td", AUTO, ...nodes(cell)))),
  );
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...header)),
    element("tbody", {}, ...rows),
  );
}

function nodes(inlines: readonly Inline[]): readonly Node[] {
  return inlines.map(inlineNode);
}

function inlineNode(inline: Inline): Node {
  switch (inline.kind) {
    case "text":
      return element("span", {}, inline.text);
    case "code":
      return element("code", {}, inline.text);
    case "emphasis":
      return element("em", {}, ...nodes(inline.inlines));
    case "strong":
      return element("strong", {}, ...nodes(inline.inlines));
    case "struck":
      return element("s", {}, ...nodes(inline.inlines));
    case "link":
      return link(inline);
  }
}

/** A link leads nowhere; where it would lead stands behind it. */
function link(inline: Extract<Inline, { kind: "link" }>): Node {
  const [only] = inline.inlines;
  const isBare = only?.kind === "text" && only.text === inline.target;
  return element(
    "span",
    { class: "inert-link" },
    ...(isBare ? [] : [...nodes(inline.inlines), " "]),
    element("span", { class: "target" }, isBare ? inline.target : `(${inline.target})`),
  );
}
