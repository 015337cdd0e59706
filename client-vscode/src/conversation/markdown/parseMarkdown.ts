/** Markdown as a tree: the part of CommonMark that models write, and tables. */

import type { MarkdownBlock } from "./markdown";
import { parseInline } from "./parseInline";
import { isTableRule, readTable } from "./table";

/** Lists and quotes inside of each other; deeper ones are read as paragraphs. */
const MOST_DEPTH = 8;

/** Longer lines are no fences and no headings; the patterns for those are not made for them. */
const LONG_LINE = 1_000;

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?: {1,4}|\t|$)/;

/** A top-level block and the text it was read from, by which a changed one is told. */
export interface ReadBlock {
  readonly source: string;
  readonly block: MarkdownBlock;
}

export function parseMarkdown(text: string): readonly ReadBlock[] {
  return blocksOf(text.replace(/\r\n?/g, "\n").split("\n"), 0);
}

interface Piece {
  readonly block: MarkdownBlock;
  /** The line behind it. */
  readonly next: number;
}

type Reader = (lines: readonly string[], at: number, depth: number) => Piece | undefined;

const READERS: readonly Reader[] = [fence, heading, rule, quote, list, table];

function blocksOf(lines: readonly string[], depth: number): readonly ReadBlock[] {
  const blocks: ReadBlock[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const { block, next } = blockAt(lines, at, depth);
    blocks.push({ source: lines.slice(at, next).join("\n"), block });
    at = next;
  }
  return blocks;
}

function blockAt(lines: readonly string[], at: number, depth: number): Piece {
  for (const read of READERS) {
    const piece = read(lines, at, depth);
    if (piece !== undefined) {
      return piece;
    }
  }
  return paragraph(lines, at);
}

function inner(lines: readonly string[], depth: number): readonly MarkdownBlock[] {
  return blocksOf(lines, depth + 1).map((each) => each.block);
}

function shortLine(line: string | undefined): string {
  return line !== undefined && line.length <= LONG_LINE ? line : "";
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** A fence that nobody closes goes to the end, as it does while it streams in. */
function fence(lines: readonly string[], at: number): Piece | undefined {
  const opening = FENCE.exec(shortLine(lines[at]));
  const marks = opening?.[1];
  if (marks === undefined) {
    return undefined;
  }
  let end = at + 1;
  while (end < lines.length && !isClosing(lines[end] ?? "", marks)) {
    end += 1;
  }
  const language = /^[\w+#.-]*/.exec(opening?.[2] ?? "")?.[0] ?? "";
  const text = lines.slice(at + 1, end).join("\n");
  return { block: { kind: "code", language, text }, next: Math.min(end + 1, lines.length) };
}

function isClosing(line: string, marks: string): boolean {
  const text = line.trim();
  return text.length >= marks.length && text === marks.charAt(0).repeat(text.length);
}

function heading(lines: readonly string[], at: number): Piece | undefined {
  const found = HEADING.exec(shortLine(lines[at]));
  if (found === null) {
    return undefined;
  }
  const level = found[1]?.length ?? 1;
  return { block: { kind: "heading", level, inlines: parseInline(found[2] ?? "") }, next: at + 1 };
}

function rule(lines: readonly string[], at: number): Piece | undefined {
  return RULE.test(lines[at] ?? "") ? { block: { kind: "rule" }, next: at + 1 } : undefined;
}

function quote(lines: readonly string[], at: number, depth: number): Piece | undefined {
  if (depth >= MOST_DEPTH || !QUOTE.test(lines[at] ?? "")) {
    return undefined;
  }
  let next = at + 1;
  while (next < lines.length && QUOTE.test(lines[next] ?? "")) {
    next += 1;
  }
  const quoted = lines.slice(at, next).map((line) => line.replace(QUOTE, ""));
  return { block: { kind: "quote", blocks: inner(quoted, depth) }, next };
}

function list(lines: readonly string[], at: number, depth: number): Piece | undefined {
  const first = ITEM.exec(lines[at] ?? "");
  if (depth >= MOST_DEPTH || first === null) {
    return undefined;
  }
  const kind = listKind(first);
  const items: (readonly MarkdownBlock[])[] = [];
  let next = at;
  for (;;) {
    const found = ITEM.exec(lines[next] ?? "");
    if (found === null || listKind(found) !== kind || RULE.test(lines[next] ?? "")) {
      break;
    }
    const end = endOfItem(lines, next, found[0].length);
    items.push(inner(dedented(lines.slice(next, end), found[0]), depth));
    next = end;
  }
  const number = Number.parseInt(first[2] ?? "", 10);
  const start = Number.isNaN(number) ? undefined : number;
  return items.length === 0 ? undefined : { block: { kind: "list", start, items }, next };
}

function listKind(marker: RegExpExecArray): string {
  return (marker[2] ?? "").replace(/\d+/, "");
}

/** Behind the lines of the item: those that are indented, or go on with its paragraph. */
function endOfItem(lines: readonly string[], at: number, indent: number): number {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] ?? "";
    if (isBlank(line)) {
      // Blank lines are of the item only if something of it follows.
      const after = firstFilled(lines, end);
      if (!isIndented(lines[after] ?? "", indent)) {
        // Between two items they belong to the list.
        return ITEM.test(lines[after] ?? "") ? after : end;
      }
      end = after;
    } else if (!isIndented(line, indent) && startsBlock(line)) {
      return end;
    }
    end += 1;
  }
  return end;
}

function firstFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) {
    at += 1;
  }
  return at;
}

function isIndented(line: string, indent: number): boolean {
  const spaces = /^[ \t]*/.exec(line.slice(0, indent))?.[0] ?? "";
  return spaces.includes("\t") || spaces.length >= Math.min(indent, 4);
}

function dedented(lines: readonly string[], marker: string): readonly string[] {
  const indent = new RegExp(`^(?: {0,${marker.length}}|\\t)`);
  const [first = "", ...rest] = lines;
  return [first.slice(marker.length), ...rest.map((line) => line.replace(indent, ""))];
}

function startsBlock(line: string): boolean {
  const short = shortLine(line);
  return FENCE.test(short) || HEADING.test(short) || [RULE, QUOTE, ITEM].some((each) => each.test(line));
}

function table(lines: readonly string[], at: number): Piece | undefined {
  if (!(lines[at] ?? "").includes("|") || !isTableRule(lines[at + 1] ?? "")) {
    return undefined;
  }
  let next = at + 2;
  while (next < lines.length && (lines[next] ?? "").includes("|")) {
    next += 1;
  }
  return { block: readTable([lines[at] ?? "", ...lines.slice(at + 2, next)]), next };
}

function paragraph(lines: readonly string[], at: number): Piece {
  let next = at + 1;
  while (next < lines.length && !isBlank(lines[next]) && !startsBlock(lines[next] ?? "")) {
    next += 1;
  }
  const text = lines.slice(at, next).map((line) => line.trim()).join("\n");
  return { block: { kind: "paragraph", inlines: parseInline(text) }, next };
}
