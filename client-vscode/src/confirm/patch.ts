/**
 * Unified diffs as the server writes them, and what a text becomes by one.
 *
 * Questions come with everything odd in them escaped (docs/protocol.md), so a patch is applied to
 * the escaped text: what is compared here is what people see, not what is written.
 */

export interface PatchHunk {
  /** The first line of the old text it is about, from 1; the line before it if it has none. */
  readonly oldStart: number;
  readonly oldLength: number;
  readonly newStart: number;
  readonly newLength: number;
  readonly lines: readonly string[];
}

export interface FilePatch {
  readonly path: string;
  readonly kind: "created" | "modified" | "deleted";
  readonly hunks: readonly PatchHunk[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const NO_NEWLINE = "\\ No newline at end of file";
const NOTHING = "/dev/null";

/** The patches of the files in `text`. */
export function parsePatch(text: string): readonly FilePatch[] {
  const lines = text.split("\n");
  const files: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    const [file, next] = fileAt(lines, at);
    if (file !== undefined) {
      files.push(file);
    }
    at = next;
  }
  return files;
}

/** The file patch that begins at a line, and where to go on. */
function fileAt(lines: readonly string[], at: number): readonly [FilePatch | undefined, number] {
  const line = lines[at] ?? "";
  const next = lines[at + 1] ?? "";
  if (line.startsWith("--- ") && next.startsWith("+++ ")) {
    const [hunks, end] = hunksAt(lines, at + 2);
    return [filePatch(nameIn(line.slice(4)), nameIn(next.slice(4)), hunks), end];
  }
  const empty = /^(new|deleted) file mode/.exec(next);
  if (line.startsWith("diff --git ") && empty !== null) {
    const path = nameIn(line.slice(line.lastIndexOf(" b/") + 1));
    const kind = empty[1] === "new" ? "created" : "deleted";
    return [{ path, kind, hunks: [] }, at + 2];
  }
  return [undefined, at + 1];
}

function filePatch(oldName: string, newName: string, hunks: readonly PatchHunk[]): FilePatch {
  if (oldName === NOTHING) {
    return { path: newName, kind: "created", hunks };
  }
  return { path: oldName, kind: newName === NOTHING ? "deleted" : "modified", hunks };
}

/** The name in a header line: without its side, its quotes and the tab behind it. */
function nameIn(written: string): string {
  const name = written.replace(/\t$/, "");
  const bare = name.startsWith('"') ? unquoted(name) : name;
  return bare === NOTHING ? bare : bare.replace(/^[ab]\//, "");
}

/** C quotes, as git has them. */
function unquoted(name: string): string {
  return name
    .slice(1, -1)
    .replace(/\\(?:([0-7]{3})|(.))/g, (_, octal: string | undefined, character: string) =>
      octal === undefined ? character : String.fromCharCode(parseInt(octal, 8)),
    );
}

function hunksAt(lines: readonly string[], from: number): readonly [PatchHunk[], number] {
  const hunks: PatchHunk[] = [];
  let at = from;
  for (;;) {
    const header = HUNK.exec(lines[at] ?? "");
    if (header === null) {
      return [hunks, at];
    }
    const body: string[] = [];
    at += 1;
    while (at < lines.length && /^[ +\-\\]/.test(lines[at] ?? "") && !isHeader(lines, at)) {
      body.push(lines[at] ?? "");
      at += 1;
    }
    hunks.push({
      oldStart: Number(header[1]),
      oldLength: Number(header[2] ?? "1"),
      newStart: Number(header[3]),
      newLength: Number(header[4] ?? "1"),
      lines: body,
    });
  }
}

/** Whether another file begins there; a removed line may look like the first half of its header. */
function isHeader(lines: readonly string[], at: number): boolean {
  return (
    (lines[at] ?? "").startsWith("--- ") &&
    (lines[at + 1] ?? "").startsWith("+++ ") &&
    HUNK.test(lines[at + 2] ?? "")
  );
}

/** `text` after `patch`; undefined if the patch does not fit it. */
export function patched(text: string, patch: FilePatch): string | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const made: string[] = [];
  let at = 0;
  for (const hunk of patch.hunks) {
    const start = hunk.oldLength === 0 ? hunk.oldStart : hunk.oldStart - 1;
    if (start < at || start > lines.length) {
      return undefined;
    }
    made.push(...lines.slice(at, start));
    const old = sideOf(hunk, "-");
    if (old.some((line, index) => lines[start + index] !== line)) {
      return undefined;
    }
    made.push(...sideOf(hunk, "+"));
    at = start + old.length;
  }
  return [...made, ...lines.slice(at)].join("");
}

/** The patch that takes `patch` back. */
export function reversed(patch: FilePatch): FilePatch {
  const kind = REVERSED[patch.kind];
  return { path: patch.path, kind, hunks: patch.hunks.map(reversedHunk) };
}

const REVERSED = { created: "deleted", modified: "modified", deleted: "created" } as const;

function reversedHunk(hunk: PatchHunk): PatchHunk {
  return {
    oldStart: hunk.newStart,
    oldLength: hunk.newLength,
    newStart: hunk.oldStart,
    newLength: hunk.oldLength,
    lines: hunk.lines.map((line) =>
      line.replace(/^[-+]/, (mark) => (mark === "-" ? "+" : "-")),
    ),
  };
}

/** The lines of the old (`-`) or the new (`+`) side of a hunk, with their line ends. */
function sideOf(hunk: PatchHunk, mark: "-" | "+"): readonly string[] {
  const side: string[] = [];
  hunk.lines.forEach((line, index) => {
    if (line.startsWith(" ") || line.startsWith(mark)) {
      const isLast = hunk.lines[index + 1] === NO_NEWLINE;
      side.push(isLast ? line.slice(1) : `${line.slice(1)}\n`);
    }
  });
  return side;
}
