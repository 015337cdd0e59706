/** Code with syntax highlighting. */

import type { Token } from "../conversation/syntax/highlight";
import { element, fill, type Child } from "./dom";
import { highlightIn } from "./highlighting";

export function tokenNodes(tokens: readonly Token[]): readonly (Node | string)[] {
  return tokens.map((token) =>
    token.kind === "plain"
      ? token.text
      : element("span", { class: `token-${token.kind}` }, token.text),
  );
}

export function codeView(text: string, language: string): HTMLElement {
  const lines = text.split("\n").map((line, index) => element("span", {}, ...lineBreak(index), line));
  const code = element("code", {}, ...lines);
  highlightIn(code, ({ highlight }) => {
    const tokens = highlight(text, language);
    lines.forEach((line, index) => {
      fill(line, ...lineBreak(index), ...tokenNodes(tokens[index] ?? []));
    });
  });
  return element("pre", { class: "code" }, code);
}

/** Each line begins with the line break that ends the one before. */
function lineBreak(index: number): readonly Child[] {
  return index === 0 ? [] : ["\n"];
}
