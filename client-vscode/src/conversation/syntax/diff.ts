/**
 * The lines of a unified diff, numbered and coloured. What is no line of a diff is shown as it is:
 * jsdiff, which reads the patches of questions, refuses a diff that was cut off.
 */

import { highlight, languageOfPath, type Token, type TokenLine } from "./highlight";

export type DiffLine =
  | { readonly kind: "hunk"; readonly text: string }
  | { readonly kind: "note"; readonly text: string }
  | {
      readonly kind: "added" | "removed" | "context";
      /** In the new file, of a removed one in the old. */
      readonly number: number;
      readonly tokens: readonly Token[];
    };

type Change = "added" | "removed" | "context";

/** A line before it is coloured. */
interface PlainLine {
  readonly kind: "hunk" | "note" | Change;
  readonly number: number;
  readonly text: string;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const FILE_HEADER = /^(?:--- |\+\+\+ |diff --git |index |new file mode |deleted file mode )/;

/** The signs of a line that changes something, or nothing; editors may cut off that of a blank one. */
const CHANGES: Readonly<Record<string, Change>> = { "+": "added", "-": "removed", " ": "context", "": "context" };

/** The lines of the diff of one file, without its header. */
export function readDiff(diff: string, path: string): readonly DiffLine[] {
  const text = diff.endsWith("\n") ? diff.slice(0, -1) : diff;
  const language = languageOfPath(path);
  return text === "" ? [] : hunksOf(numbered(text.split("\n"))).flatMap((hunk) => coloured(hunk, language));
}

function numbered(lines: readonly string[]): readonly PlainLine[] {
  let next: { before: number; after: number } | undefined;
  const read: PlainLine[] = [];
  for (const line of lines) {
    const hunk = HUNK.exec(line.slice(0, 200));
    const change = CHANGES[line.charAt(0)];
    if (hunk !== null) {
      next = { before: Number(hunk[1]), after: Number(hunk[2]) };
      read.push({ kind: "hunk", number: 0, text: line });
    } else if (next === undefined || change === undefined) {
      if (next !== undefined || !FILE_HEADER.test(line)) {
        read.push({ kind: "note", number: 0, text: line });
      }
    } else {
      read.push({ kind: change, number: change === "removed" ? next.before : next.after, text: line.slice(1) });
      next.before += change === "added" ? 0 : 1;
      next.after += change === "removed" ? 0 : 1;
    }
  }
  return read;
}

/** Lines by the hunk they are in, whose header is the first. */
function hunksOf(lines: readonly PlainLine[]): readonly (readonly PlainLine[])[] {
  const hunks: PlainLine[][] = [[]];
  for (const line of lines) {
    if (line.kind === "hunk") {
      hunks.push([]);
    }
    hunks.at(-1)?.push(line);
  }
  return hunks;
}

/** Old and new text are coloured each for itself: they may differ in what they leave open. */
function coloured(hunk: readonly PlainLine[], language: string): readonly DiffLine[] {
  const tokens = new Map([...sideOf(hunk, "removed", language), ...sideOf(hunk, "added", language)]);
  return hunk.map((line) =>
    line.kind === "hunk" || line.kind === "note"
      ? { kind: line.kind, text: line.text }
      : { kind: line.kind, number: line.number, tokens: tokens.get(line) ?? [] },
  );
}

/** The lines of the old or the new text of a hunk, with their pieces. */
function sideOf(
  hunk: readonly PlainLine[],
  change: "removed" | "added",
  language: string,
): readonly (readonly [PlainLine, TokenLine])[] {
  const lines = hunk.filter(({ kind }) => kind === change || kind === "context");
  const texts = lines.map(({ text }) => text);
  const coloured = highlight([openBefore(texts), ...texts].join("\n"), language).slice(1);
  return lines.map((line, index) => [line, coloured[index] ?? []]);
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
