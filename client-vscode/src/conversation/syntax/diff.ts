/**
 * The lines of a unified diff, numbered. What is no line of a diff is shown as it is: jsdiff, which
 * reads the patches of questions, refuses a diff that was cut off.
 */

export type Change = "added" | "removed" | "context";

export interface DiffLine {
  readonly kind: "hunk" | "note" | Change;
  /** In the new file, of a removed line in the old; 0 for what is in neither. */
  readonly number: number;
  readonly text: string;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const FILE_HEADER = /^(?:--- |\+\+\+ |diff --git |index |new file mode |deleted file mode )/;

/** The signs of a line that changes something, or nothing; editors may cut off that of a blank one. */
const CHANGES: Readonly<Record<string, Change>> = { "+": "added", "-": "removed", " ": "context", "": "context" };

/** The lines of the diff of one file, without its header. */
export function readDiff(diff: string): readonly DiffLine[] {
  const text = diff.endsWith("\n") ? diff.slice(0, -1) : diff;
  return text === "" ? [] : numbered(text.split("\n"));
}

function numbered(lines: readonly string[]): readonly DiffLine[] {
  let next: { before: number; after: number } | undefined;
  const read: DiffLine[] = [];
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
