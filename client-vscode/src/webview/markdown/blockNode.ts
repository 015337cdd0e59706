/** The blocks of Markdown as elements. */

import type { Token } from "markdown-it";
import { t } from "../../l10n";
import { codeView } from "../codeView";
import { button, element, type Child } from "../dom";
import { longText } from "../longText";
import { copyButton } from "../copyButton";
import { inlineNodes, type MarkdownContext } from "./inlineNodes";
import { tokenTree, type TokenNode } from "./tokenTree";

/** Languages that are written from the right are shown as they are written. */
const AUTO = { attributes: { dir: "auto" } } as const;

/** Elements that hold others and have nothing of their own. */
const PLAIN: Readonly<Record<string, "blockquote" | "ul" | "table" | "thead" | "tbody">> = {
  blockquote_open: "blockquote",
  bullet_list_open: "ul",
  table_open: "table",
  thead_open: "thead",
  tbody_open: "tbody",
};

/** Of a table; nobody reads more of them in a panel. */
const MAX_COLUMNS = 50;

/** Characters of code that has a button to copy it. */
const MIN_COPIED = 8;

/** Characters of code that has a button to insert it; what is shorter is typed as quickly. */
const MIN_INSERTED = 40;

/** `[ ]` or `[x]` in front of an item, and what follows it. */
const TASK = /^\[([ xX])\]\s+([^]*)$/;

/** The element of a top-level block; `context` has the definitions of links. */
export function blockNode(tokens: readonly Token[], context: MarkdownContext): HTMLElement {
  const made = nodesOf(tokenTree(tokens), context);
  const [first] = made;
  return first instanceof HTMLElement && made.length === 1 ? first : element("p", AUTO, ...made);
}

function nodesOf(blocks: readonly TokenNode[], context: MarkdownContext): readonly Child[] {
  return blocks.flatMap((block) => nodes(block, context));
}

/** Of tokens that are not named here, the text is shown. */
function nodes({ token, children }: TokenNode, context: MarkdownContext): readonly Child[] {
  const plain = PLAIN[token.type];
  if (plain !== undefined) {
    return [element(plain, {}, ...nodesOf(children, context))];
  }
  switch (token.type) {
    case "inline":
      return inlineNodes(token.content, context);
    case "paragraph_open":
      return paragraph(token, nodesOf(children, context));
    case "heading_open":
      return [heading(token, nodesOf(children, context))];
    case "ordered_list_open":
      return [element("ol", { attributes: { start: String(token.attrGet("start") ?? 1) } }, ...nodesOf(children, context))];
    case "list_item_open":
      return [item(children, context)];
    case "tr_open":
      return [element("tr", {}, ...nodesOf(children.slice(0, MAX_COLUMNS), context))];
    case "th_open":
      return [element("th", { ...alignment(token), attributes: { scope: "col" } }, ...nodesOf(children, context))];
    case "td_open":
      return [element("td", { ...alignment(token), ...AUTO }, ...nodesOf(children, context))];
    case "fence":
    case "code_block":
      return [code(token, context)];
    case "hr":
      return [element("hr")];
    default:
      return [token.content, ...nodesOf(children, context)];
  }
}

/** In a list without blank lines the text of an item is hardly a paragraph of its own. */
function paragraph({ hidden }: Token, content: readonly Child[]): readonly Child[] {
  return hidden ? content : [element("p", AUTO, ...content)];
}

/** All of one rank: what a model says is no outline of the page, and often begins at the third. */
function heading({ tag }: Token, content: readonly Child[]): HTMLElement {
  const level = Math.min(Number(tag.slice(1)), 4);
  return element("h2", { class: `level-${String(level)}`, ...AUTO }, ...content);
}

function item(children: readonly TokenNode[], context: MarkdownContext): HTMLElement {
  const [first, ...rest] = children;
  const text = first?.token.type === "paragraph_open" ? (first.children[0]?.token.content ?? "") : "";
  const task = TASK.exec(text);
  if (first === undefined || task === null) {
    return element("li", AUTO, ...nodesOf(children, context));
  }
  const line = [checkBox(task[1] !== " "), " ", ...inlineNodes(task[2] ?? "", context)];
  return element("li", { class: "task-item", ...AUTO }, ...paragraph(first.token, line), ...nodesOf(rest, context));
}

function checkBox(isDone: boolean): HTMLInputElement {
  const label = isDone ? t("Done") : t("To do");
  const box = element("input", { attributes: { type: "checkbox", "aria-label": label } });
  box.checked = isDone;
  box.disabled = true;
  return box;
}

/** markdown-it gives it as a style, which the policy of the page does not allow. */
function alignment(token: Token): { readonly class?: string } {
  const side = /^text-align:(right|center)$/.exec(String(token.attrGet("style")))?.[1];
  return side === undefined ? {} : { class: `align-${side}` };
}

function code({ content, info }: Token, { actions }: MarkdownContext): HTMLElement {
  const language = /^[\w+#.-]*/.exec(info.trim())?.[0] ?? "";
  const text = content.replace(/\n$/, "");
  const shown = longText(text, { lines: 60, from: "start" }, (part) => codeView(part, language));
  // What is shorter is selected as quickly.
  if (text.length < MIN_COPIED) {
    return shown;
  }
  const label = t("Insert at the cursor of the editor");
  // As with the copy button, its words are shown by the styles.
  const insert = button("", () => {
    actions.insert(text);
  }, { class: "link-button insert", attributes: { title: label, "aria-label": label, "data-words": t("Insert") } });
  const buttons = text.length < MIN_INSERTED ? [] : [insert];
  return element("div", { class: "code-block" }, shown, ...buttons, copyButton(() => text, t("Copy code")));
}
