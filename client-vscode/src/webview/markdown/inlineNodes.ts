/** The text of a paragraph, a heading or a cell as elements. */

import type { Env } from "markdown-it";
import { t } from "../../l10n";
import type { BlockActions } from "../blockView";
import { element, type Child } from "../dom";
import { linkTo, withFileLinks } from "../fileLinks";
import { isWebAddress, webAddressesIn } from "../../webAddress";
import { parser } from "./parser";
import { tokenTree, type TokenNode } from "./tokenTree";

/** What can be done with what stands in Markdown. */
export type MarkdownActions = Pick<BlockActions, "open" | "link" | "insert">;

/** What the blocks of a text have in common. */
export interface MarkdownContext {
  /** The definitions of links. */
  readonly env: Env;
  readonly actions: MarkdownActions;
}

export function inlineNodes(text: string, context: MarkdownContext): readonly Child[] {
  const nodes = tokenTree(parser().parseInline(text, context.env));
  return nodes.flatMap((node) => inlineNode(node, context.actions));
}

/** Of tokens that are not named here, the text is shown. */
function inlineNode({ token, children }: TokenNode, actions: MarkdownActions): readonly Child[] {
  const content = children.flatMap((child) => inlineNode(child, actions));
  switch (token.type) {
    case "softbreak":
    case "hardbreak":
      return ["\n"];
    case "code_inline":
      return [element("code", {}, ...withText(token.content, actions))];
    case "em_open":
      return [element("em", {}, ...content)];
    case "strong_open":
      return [element("strong", {}, ...content)];
    case "s_open":
      return [element("s", {}, ...content)];
    case "link_open":
      return [link(textIn(children), String(token.attrGet("href")), content, actions)];
    case "image":
      return [link(token.content, String(token.attrGet("src")), [token.content], actions)];
    default:
      return withText(token.content, actions);
  }
}

/** Text with its places in files and its addresses of the web as links. */
function withText(text: string, { open, link: openLink }: MarkdownActions): readonly Child[] {
  const nodes: Child[] = [];
  let at = 0;
  for (const { start, address } of webAddressesIn(text)) {
    nodes.push(...withFileLinks(text.slice(at, start), open), webLink([address], address, openLink));
    at = start + address.length;
  }
  return [...nodes, ...withFileLinks(text.slice(at), open)];
}

/** `path`, `path:12` or `path#L12`, without a scheme. */
const FILE = /^(?!\w+:\/\/|[a-z]+:\D)((?:\.\/)?[\w.+-][\w.+/-]*?)(?:(?::|#L)(\d{1,7}))?(?:-L?\d+)?$/i;

/**
 * A link to the web or to a file of the workspace; any other leads nowhere. Where it leads stands behind it, if
 * its text does not say so. A picture is shown as a link to it.
 */
function link(text: string, target: string, content: readonly Child[], actions: MarkdownActions): HTMLElement {
  const isBare = text === target || text === "";
  const shown = isBare ? [target] : content;
  const where = isBare ? [] : [" ", element("span", { class: "target" }, `(${target})`)];
  if (isWebAddress(target)) {
    return element("span", { class: "web-link" }, webLink(plain(shown), target, actions.link), ...where);
  }
  const [, path, line = "1"] = FILE.exec(target) ?? [];
  if (path !== undefined) {
    const open = () => {
      actions.open(path, Math.max(Number(line), 1));
    };
    return element("span", { class: "web-link" }, linkTo(plain(shown), t("Open {target} in the editor", { target }), open), ...where);
  }
  return element("span", { class: "inert-link" }, ...(isBare ? [] : [...content, " "]), element("span", { class: "target" }, isBare ? target : `(${target})`));
}

function webLink(content: readonly Child[], address: string, open: MarkdownActions["link"]): HTMLElement {
  return linkTo(content, address, () => {
    open(address);
  });
}

/** A link has no other in it: its parts are text. */
function plain(content: readonly Child[]): readonly Child[] {
  return content.map((child) => (child instanceof HTMLElement && child.querySelector("[role=link]") !== null ? child.textContent : isLink(child) ? child.textContent : child));
}

function isLink(child: Child): child is HTMLElement {
  return child instanceof HTMLElement && child.getAttribute("role") === "link";
}

function textIn(nodes: readonly TokenNode[]): string {
  return nodes.map(({ token, children }) => token.content + textIn(children)).join("");
}
