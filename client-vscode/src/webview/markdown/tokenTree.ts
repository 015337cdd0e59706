/** The flat tokens of markdown-it as a tree. */

import type { Token } from "markdown-it";

export interface TokenNode {
  /** What opens it, or all of it if it has no parts. */
  readonly token: Token;
  readonly children: readonly TokenNode[];
}

export function tokenTree(tokens: readonly Token[]): readonly TokenNode[] {
  const root: TokenNode[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const children: TokenNode[] = [];
    (open.at(-1) ?? root).push({ token, children });
    if (token.nesting > 0) {
      open.push(children);
    }
  }
  return root;
}
