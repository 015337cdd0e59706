/** Code as coloured pieces, line by line. */

import { createLowlight } from "lowlight";
import { ALIASES, GRAMMARS } from "./languages";

export type TokenKind = "plain" | "comment" | "string" | "number" | "keyword" | "call" | "type" | "added" | "removed";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

export type TokenLine = readonly Token[];

/**
 * Code that is longer, or has a longer line, is shown without colours: some patterns of highlight.js take
 * time that grows with the square of a hostile text. The same text always looks the same.
 */
const MAX_CHARACTERS = 10_000;
const MAX_IN_LINE = 1_000;

/** What the scopes of highlight.js look like; parts of other scopes look like what they stand in. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  comment: "comment",
  quote: "comment",
  string: "string",
  regexp: "string",
  symbol: "string",
  addition: "added",
  number: "number",
  keyword: "keyword",
  literal: "keyword",
  meta: "keyword",
  "selector-tag": "keyword",
  "variable language_": "keyword",
  deletion: "removed",
  section: "keyword",
  bullet: "keyword",
  "title function_": "call",
  built_in: "call",
  type: "type",
  "title class_": "type",
  "title class_ inherited__": "type",
  name: "type",
  attr: "type",
  attribute: "type",
  "selector-class": "type",
  "selector-id": "type",
  subst: "plain",
};

type Lowlight = ReturnType<typeof createLowlight>;
type Tree = ReturnType<Lowlight["highlight"]>["children"];

let made: Lowlight | undefined;

/** Made when code is first shown, which is after the page is. */
function lowlight(): Lowlight {
  made ??= withAliases(createLowlight(GRAMMARS));
  return made;
}

/**
 * Make what highlighting needs, in parts that take little more than `partMs`; `pause` is awaited between
 * them. Without it, all is made by the first call that needs it.
 */
export async function prepareHighlighting(partMs: number, pause: () => Promise<unknown>): Promise<void> {
  const prepared = createLowlight();
  let begin = performance.now();
  for (const [name, grammar] of Object.entries(GRAMMARS)) {
    if (performance.now() - begin > partMs) {
      await pause();
      begin = performance.now();
    }
    prepared.register(name, grammar);
  }
  made ??= withAliases(prepared);
}

function withAliases(lowlight: Lowlight): Lowlight {
  lowlight.registerAlias(ALIASES);
  return lowlight;
}

/** The language of a file by its name; its ending if it is not known, which colours nothing. */
export function languageOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return lowlight().registered(name) ? name : name.slice(name.lastIndexOf(".") + 1);
}

/** The lines of a text, which joined are the text; `language` by its name or the ending of files. */
export function highlight(text: string, language: string): readonly TokenLine[] {
  if (!isColoured(text) || !lowlight().registered(language)) {
    return text.split("\n").map((line) => [{ kind: "plain", text: line }]);
  }
  return linesOf(lowlight().highlight(language, text).children);
}

function isColoured(text: string): boolean {
  return text.length <= MAX_CHARACTERS && text.split("\n").every((line) => line.length <= MAX_IN_LINE);
}

/** The text of `tree` in pieces, by lines. Not recursive: code can nest as deep as it is long. */
function linesOf(tree: Tree): readonly TokenLine[] {
  const lines: Token[][] = [[]];
  const rest = [{ tree, kind: "plain" as TokenKind, next: 0 }];
  for (let top = rest.at(-1); top !== undefined; top = rest.at(-1)) {
    const node = top.tree[top.next++];
    if (node === undefined) {
      rest.pop();
    } else if (node.type === "element") {
      rest.push({ tree: node.children, kind: kindOf(node.properties.className) ?? top.kind, next: 0 });
    } else if (node.type === "text") {
      appendText(lines, node.value, top.kind);
    }
  }
  return lines;
}

function appendText(lines: Token[][], text: string, kind: TokenKind): void {
  text.split("\n").forEach((part, index) => {
    if (index > 0) {
      lines.push([]);
    }
    append(lines, { kind, text: part });
  });
}

function append(lines: readonly Token[][], token: Token): void {
  const line = lines.at(-1);
  const last = line?.at(-1);
  if (line === undefined || token.text === "") {
    return;
  }
  if (last?.kind === token.kind) {
    line[line.length - 1] = { kind: token.kind, text: last.text + token.text };
  } else {
    line.push(token);
  }
}

function kindOf(names: unknown): TokenKind | undefined {
  const scope = Array.isArray(names) ? names.join(" ").replace(/^hljs-/, "") : "";
  return KINDS[scope];
}
