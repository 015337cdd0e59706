/** The blocks of Markdown as elements. */

import type { Env, Token } from "markdown-it";
import { codeView } from "../codeView";
import { element, type Child } from "../dom";
import { longText } from "../longText";
import { inlineNodes } from "./inlineNodes";
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

/** `[ ]` or `[x]` in front of an item, and what follows it. */
const TASK = /^\[([ xX])\]\s+([^]*)$/;

/** The element of a top-level block; `env` has the definitions of links. */
export function blockNode(tokens: readonly Token[], env: Env): HTMLElement {
  const made = nodesOf(tokenTree(tokens), env);
  const [first] = made;
  return first instanceof HTMLElement && made.length === 1 ? first : element("p", AUTO, ...made);
}

function nodesOf(blocks: readonly TokenNode[], env: Env): readonly Child[] {
  return blocks.flatMap((block) => nodes(block, env));
}

/** Of tokens that are not named here, the text is shown. */
function nodes({ token, children }: TokenNode, env: Env): readonly Child[] {
  const plain = PLAIN[token.type];
  if (plain !== undefined) {
    return [element(plain, {}, ...nodesOf(children, env))];
  }
  switch (token.type) {
    case "inline":
      return inlineNodes(token.content, env);
    case "paragraph_open":
      return paragraph(token, nodesOf(children, env));
    case "heading_open":
      return [heading(token, nodesOf(children, env))];
    case "ordered_list_open":
      return [element("ol", { attributes: { start: String(token.attrGet("start") ?? 1) } }, ...nodesOf(children, env))];
    case "list_item_open":
      return [item(children, env)];
    case "tr_open":
      return [element("tr", {}, ...nodesOf(children.slice(0, MAX_COLUMNS), env))];
    case "th_open":
      return [element("th", { ...alignment(token), attributes: { scope: "col" } }, ...nodesOf(children, env))];
    case "td_open":
      return [element("td", { ...alignment(token), ...AUTO }, ...nodesOf(children, env))];
    case "fence":
    case "code_block":
      return [code(token)];
    case "hr":
      return [element("hr")];
    default:
      return [token.content, ...nodesOf(children, env)];
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

function item(children: readonly TokenNode[], env: Env): HTMLElement {
  const [first, ...rest] = children;
  const text = first?.token.type === "paragraph_open" ? (first.children[0]?.token.content ?? "") : "";
  const task = TASK.exec(text);
  if (first === undefined || task === null) {
    return element("li", AUTO, ...nodesOf(children, env));
  }
  const line = [checkBox(task[1] !== " "), " ", ...inlineNodes(task[2] ?? "", env)];
  return element("li", { class: "task-item", ...AUTO }, ...paragraph(first.token, line), ...nodesOf(rest, env));
}

function checkBox(isDone: boolean): HTMLInputElement {
  const label = isDone ? "Done" : "To do";
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

function code({ content, info }: Token): HTMLElement {
  const language = /^[\w+#.-]*/.exec(info.trim())?.[0] ?? "";
  const text = content.replace(/\n$/, "");
  return longText(text, { lines: 60, from: "start" }, (part) => codeView(part, language));
}
