/** The Markdown parser, a chunk that is loaded while the page waits for its first message. */

import type * as parseModule from "./parse";

type Parser = typeof parseModule;

let loaded: Parser | undefined;

export async function loadParser(): Promise<void> {
  loaded ??= await import("./parse");
}

/** Throws before `loadParser` has resolved. */
export function parser(): Parser {
  if (loaded === undefined) {
    throw new Error("the Markdown parser is not loaded");
  }
  return loaded;
}
