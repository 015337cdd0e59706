/** Code with colours. */

import { highlight, type Token } from "../conversation/syntax/highlight";
import { element } from "./dom";

export function tokenNodes(tokens: readonly Token[]): readonly (Node | string)[] {
  return tokens.map((token) =>
    token.kind === "plain"
      ? token.text
      : element("span", { class: `token-${token.kind}` }, token.text),
  );
}

export function codeView(text: string, language: string): HTMLElement {
  const lines = highlight(text, language).map((tokens, index) =>
    element("span", {}, ...(index === 0 ? [] : ["\n"]), ...tokenNodes(tokens)),
  );
  return element("pre", { class: "code" }, element("code", {}, ...lines));
}
