/** The text of a paragraph, a heading or a cell as elements. */

import type { Env } from "markdown-it";
import { element, type Child } from "../dom";
import { withFileLinks, type OpenFile } from "../fileLinks";
import { parser } from "./parser";
import { tokenTree, type TokenNode } from "./tokenTree";

/** What the blocks of a text have in common. */
export interface MarkdownContext {
  /** The definitions of links. */
  readonly env: Env;
  readonly open: OpenFile;
}

export function inlineNodes(text: string, context: MarkdownContext): readonly Child[] {
  const nodes = tokenTree(parser().parseInline(text, context.env));
  return nodes.flatMap((node) => inlineNode(node, context.open));
}

/** Of tokens that are not named here, the text is shown. */
function inlineNode({ token, children }: TokenNode, open: OpenFile): readonly Child[] {
  const content = children.flatMap((child) => inlineNode(child, open));
  switch (token.type) {
    case "softbreak":
    case "hardbreak":
      return ["\n"];
    case "code_inline":
      return [element("code", {}, ...withFileLinks(token.content, open))];
    case "em_open":
      return [element("em", {}, ...content)];
    case "strong_open":
      return [element("strong", {}, ...content)];
    case "s_open":
      return [element("s", {}, ...content)];
    case "link_open":
      return [link(textIn(children), String(token.attrGet("href")), content)];
    case "image":
      return [link(token.content, String(token.attrGet("src")), [token.content])];
    default:
      return withFileLinks(token.content, open);
  }
}

/** A link leads nowhere; where it would lead stands behind it. A picture is shown as a link to it. */
function link(text: string, target: string, content: readonly Child[]): HTMLElement {
  const isBare = text === target || text === "";
  return element(
    "span",
    { class: "inert-link" },
    ...(isBare ? [] : [...content, " "]),
    element("span", { class: "target" }, isBare ? target : `(${target})`),
  );
}

function textIn(nodes: readonly TokenNode[]): string {
  return nodes.map(({ token, children }) => token.content + textIn(children)).join("");
}
