/** Markdown as tokens of markdown-it, one top-level block at a time. */

import MarkdownIt, { type Env, type StateBlock, type Token } from "markdown-it";

/** Longer texts are no prose, and are shown as they are. */
const MAX_CHARACTERS = 200_000;

/** Of a paragraph, a heading or a cell. */
const MAX_INLINE = 10_000;

/** Levels of lists, items and quotes in each other; what is deeper is shown as it is. */
const MAX_NESTING = 20;

/**
 * CommonMark with tables and strikethrough. HTML is text like any other. A line of dashes makes no
 * heading of the line above it: while a list streams in, its first dash would.
 */
const markdown = new MarkdownIt({ html: false }).disable("lheading");

// Blocks are found for the whole text, what is in them only where a block is shown anew.
markdown.core.ruler.enableOnly(["normalize", "block"]);
markdown.block.ruler.before("table", "deep", deepBlock);

// A link leads nowhere, and its target is shown as it was written.
markdown.normalizeLink = (url) => url;

export interface ParsedBlock {
  /** What it was read from: while that stays the same, so does the block. */
  readonly source: string;
  /** Where it begins in the text. */
  readonly start: number;
  readonly tokens: readonly Token[];
}

export interface ParsedMarkdown {
  readonly text: string;
  readonly blocks: readonly ParsedBlock[];
  /** The definitions of links, which any block may use. */
  readonly env: Env;
}

/** The blocks of `given`. If it goes on from the text of `before`, only its last block is read anew. */
export function parseMarkdown(given: string, before: ParsedMarkdown): ParsedMarkdown {
  const text = given.replace(/\r\n?/g, "\n");
  if (text.length > MAX_CHARACTERS) {
    return { text, blocks: [{ source: text, start: 0, tokens: [asItIs("fence", text)] }], env: {} };
  }
  const last = before.blocks.at(-1);
  if (last !== undefined && text.startsWith(before.text) && !hasDefinitions(before.env)) {
    const env: Env = {};
    const blocks = blocksFrom(text, last.start, env);
    if (!hasDefinitions(env)) {
      return { text, blocks: [...before.blocks.slice(0, -1), ...blocks], env };
    }
  }
  const env: Env = {};
  return { text, blocks: blocksFrom(text, 0, env), env };
}

/** The tokens of a paragraph, a heading or a cell. */
export function parseInline(text: string, env: Env): readonly Token[] {
  if (text.length > MAX_INLINE) {
    return [asItIs("text", text)];
  }
  const tokens: Token[] = [];
  markdown.inline.parse(text, markdown, env, tokens);
  return tokens;
}

function hasDefinitions(env: Env): boolean {
  return Object.keys(env.references ?? {}).length > 0;
}

function blocksFrom(text: string, start: number, env: Env): readonly ParsedBlock[] {
  const rest = text.slice(start);
  const lineStarts = startsOfLines(rest);
  const blocks: { source: string; start: number; tokens: Token[] }[] = [];
  for (const token of markdown.parse(rest, env)) {
    // Definitions are in `env`, and are not shown.
    if (token.type === "reference_definition") {
      continue;
    }
    if (token.level === 0 && token.nesting >= 0) {
      const [from = 0, to = from] = (token.map ?? []).map((line) => lineStarts[line] ?? rest.length);
      blocks.push({ source: rest.slice(from, to), start: start + from, tokens: [] });
    }
    blocks.at(-1)?.tokens.push(token);
  }
  return blocks;
}

function startsOfLines(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/** What is too deep to be read ends the reading: all that stands there is one piece of code. */
function deepBlock(state: StateBlock, line: number, end: number, isSilent: boolean): boolean {
  if (state.level < MAX_NESTING || isSilent) {
    return false;
  }
  const token = state.push("code_block", "code", 0);
  token.content = state.getLines(line, end, state.blkIndent, false);
  token.map = [line, end];
  state.line = end;
  return true;
}

function asItIs(type: "fence" | "text", content: string): Token {
  return Object.assign(new MarkdownIt.Token(type, "", 0), { content });
}
