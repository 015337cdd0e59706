/** Tables in Markdown. */

import type { Inline, MarkdownBlock } from "./markdown";
import { parseInline } from "./parseInline";

const RULE = /^\s{0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const MOST_COLUMNS = 50;

/** Whether it is the line between the header of a table and its rows. */
export function isTableRule(line: string): boolean {
  return line.length < 2_000 && line.includes("|") && RULE.test(line);
}

/** The table of a header and its rows, each as long as the header. */
export function readTable(lines: readonly string[]): MarkdownBlock {
  const [header = [], ...rows] = lines.map(cells);
  return {
    kind: "table",
    header,
    rows: rows.map((row) => header.map((_, column) => row[column] ?? [])),
  };
}

function cells(line: string): readonly (readonly Inline[])[] {
  const inside = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inside
    .split(/(?<!\\)\|/)
    .slice(0, MOST_COLUMNS)
    .map((cell) => parseInline(cell.trim().replaceAll("\\|", "|")));
}
