/** The syntax highlighting of diffs. */

import type { DiffLine } from "./diff";
import { highlight, languageOfPath, type TokenLine } from "./highlight";

/**
 * The tokens of the lines of the file `path` that are in a hunk of its diff. Old and new text are
 * highlighted each for itself: they may differ in what they leave open.
 */
export function highlightDiff(lines: readonly DiffLine[], path: string): ReadonlyMap<DiffLine, TokenLine> {
  const language = languageOfPath(path);
  return new Map(
    hunksOf(lines).flatMap((hunk) => [...sideOf(hunk, "removed", language), ...sideOf(hunk, "added", language)]),
  );
}

/** Lines by the hunk they are in, whose header is the first. */
function hunksOf(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const hunks: DiffLine[][] = [[]];
  for (const line of lines) {
    if (line.kind === "hunk") {
      hunks.push([]);
    }
    hunks.at(-1)?.push(line);
  }
  return hunks;
}

/** The lines of the old or the new text of a hunk, with their tokens. */
function sideOf(
  hunk: readonly DiffLine[],
  change: "removed" | "added",
  language: string,
): readonly (readonly [DiffLine, TokenLine])[] {
  const lines = hunk.filter(({ kind }) => kind === change || kind === "context");
  const texts = lines.map(({ text }) => text);
  const tokens = highlight([openBefore(texts), ...texts].join("\n"), language).slice(1);
  return lines.map((line, index) => [line, tokens[index] ?? []]);
}

/** What begins a long string or a comment, and what ends it. */
const LONG: readonly (readonly [string, string])[] = [['"""', '"""'], ["'''", "'''"], ["/*", "*/"]];

/**
 * What began the long string or the comment that these lines begin in, as far as they tell: its end
 * stands on a line of its own before another one begins, and marks that are the same at both ends
 * come an odd number of times.
 */
function openBefore(lines: readonly string[]): string {
  const found = LONG.find(([open, close]) => {
    const first = lines.find((line) => line.includes(open) || line.includes(close));
    const count = lines.reduce((sum, line) => sum + line.split(close).length - 1, 0);
    return first?.trim() === close && (open !== close || count % 2 === 1);
  });
  return found?.[0] ?? "";
}
