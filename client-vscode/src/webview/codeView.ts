/** Code with colours. */

import { grammarOf } from "../conversation/syntax/grammar";
import { tokenize, type Token } from "../conversation/syntax/tokenize";
import { element } from "./dom";

/** Longer code is shown without colours. */
const MOST = 60_000;

export function tokenNodes(tokens: readonly Token[]): readonly (Node | string)[] {
  return tokens.map((token) =>
    token.kind === "plain"
      ? token.text
      : element("span", { class: `token-${token.kind}` }, token.text),
  );
}

export function codeView(text: string, language: string): HTMLElement {
  const grammar = text.length > MOST ? undefined : grammarOf(language);
  const code = element("code");
  if (grammar === undefined) {
    code.append(element("span", {}, text));
  } else {
    tokenize(text, grammar).forEach((tokens, index) => {
      code.append(element("span", {}, ...(index === 0 ? [] : ["\n"]), ...tokenNodes(tokens)));
    });
  }
  return element("pre", { class: "code" }, code);
}
