/** The lines of a unified diff, numbered and coloured. */

import { grammarOfPath, type Grammar } from "./grammar";
import { tokenizeLine, type OpenEnd, type Token } from "./tokenize";

export type DiffLine =
  | { readonly kind: "hunk"; readonly text: string }
  | { readonly kind: "note"; readonly text: string }
  | {
      readonly kind: "added" | "removed" | "context";
      /** In the new file, of a removed one in the old; undefined if the diff does not say. */
      readonly number: number | undefined;
      readonly tokens: readonly Token[];
    };

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const FILE_HEADER = /^(?:--- |\+\+\+ |diff --git |index |new file mode |deleted file mode )/;

/** Lines of a hunk that are looked at before its first one is coloured. */
const MOST_LOOKED_AT = 400;

/** The lines of the diff of one file, without its header. */
export function readDiff(diff: string, path: string): readonly DiffLine[] {
  const text = diff.endsWith("\n") ? diff.slice(0, -1) : diff;
  return text === "" ? [] : new DiffReader(grammarOfPath(path)).read(text.split("\n"));
}

class DiffReader {
  private before = 0;
  private after = 0;
  private isInHunk = false;
  /** Old and new text may differ in what they leave open. */
  private openBefore: OpenEnd | undefined;
  private openAfter: OpenEnd | undefined;

  constructor(private readonly grammar: Grammar | undefined) {}

  read(lines: readonly string[]): readonly DiffLine[] {
    return lines
      .map((line, index) => this.line(line, () => linesOfHunk(lines.slice(index + 1, index + MOST_LOOKED_AT))))
      .filter((line) => line !== undefined);
  }

  private line(line: string, following: () => readonly string[]): DiffLine | undefined {
    const hunk = hunkIn(line);
    if (hunk !== null) {
      this.begin(Number(hunk[1]), Number(hunk[2]));
      this.openBefore = this.openAfter = this.grammar && openAtStart(following(), this.grammar);
      return { kind: "hunk", text: line };
    }
    if (!this.isInHunk) {
      return FILE_HEADER.test(line) ? undefined : { kind: "note", text: line };
    }
    return this.change(line);
  }

  private begin(before: number, after: number): void {
    this.isInHunk = true;
    this.before = before;
    this.after = after;
  }

  private change(line: string): DiffLine {
    const text = line.slice(1);
    switch (line.charAt(0)) {
      case "+":
        return { kind: "added", number: this.after++, tokens: this.newText(text) };
      case "-":
        return { kind: "removed", number: this.before++, tokens: this.oldText(text) };
      case " ":
      case "":
        this.before += 1;
        this.oldText(text);
        return { kind: "context", number: this.after++, tokens: this.newText(text) };
      default:
        return { kind: "note", text: line };
    }
  }

  private oldText(text: string): readonly Token[] {
    const read = this.colours(text, this.openBefore);
    this.openBefore = read.open;
    return read.tokens;
  }

  private newText(text: string): readonly Token[] {
    const read = this.colours(text, this.openAfter);
    this.openAfter = read.open;
    return read.tokens;
  }

  private colours(text: string, open: OpenEnd | undefined): ReturnType<typeof tokenizeLine> {
    return this.grammar === undefined
      ? { tokens: [{ kind: "plain", text }], open: undefined }
      : tokenizeLine(text, this.grammar, open);
  }
}

function hunkIn(line: string): RegExpExecArray | null {
  return HUNK.exec(line.slice(0, 200));
}

function linesOfHunk(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => hunkIn(line) !== null);
  return end < 0 ? lines : lines.slice(0, end);
}

/**
 * The long string that a hunk begins in, as far as its context tells: one whose mark, the same at
 * both ends, stands on a line of its own first and comes an odd number of times.
 */
function openAtStart(lines: readonly string[], grammar: Grammar): OpenEnd | undefined {
  const kept = lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  for (const { open, close, escapes, isLong } of grammar.quotes) {
    const first = kept.find((line) => line.includes(close));
    const isAlone = first?.trim() === close;
    const count = kept.reduce((sum, line) => sum + line.split(close).length - 1, 0);
    if (isLong && open === close && isAlone && count % 2 === 1) {
      return { kind: "string", close, escapes };
    }
  }
  return undefined;
}
