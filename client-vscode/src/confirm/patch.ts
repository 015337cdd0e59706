/**
 * Unified diffs as the server writes them, and what a text becomes by one.
 *
 * jsdiff reads them. It does not apply them, because its `applyPatch` looks for another place where
 * a hunk does not fit; what is shown before an answer has to be what will be written.
 *
 * Questions come with everything odd in them escaped (docs/protocol.md), so a patch is applied to
 * the escaped text: what is compared here is what people see, not what is written.
 */

import { parsePatch as parse, reversePatch, type StructuredPatch, type StructuredPatchHunk } from "diff";

export interface FilePatch {
  readonly path: string;
  readonly kind: "created" | "modified" | "deleted";
  readonly hunks: readonly StructuredPatchHunk[];
}

const NO_NEWLINE = "\\ No newline at end of file";
const NOTHING = "/dev/null";

/** The patches of the files in `text`; none if it is no patch, or not a whole one. */
export function parsePatch(text: string): readonly FilePatch[] {
  try {
    return parse(text).flatMap((patch) => filePatch(patch) ?? []);
  } catch {
    return [];
  }
}

function filePatch(patch: StructuredPatch): FilePatch | undefined {
  const oldPath = pathIn(patch.oldFileName);
  const newPath = pathIn(patch.newFileName);
  const isCreated = patch.isCreate === true || oldPath === NOTHING;
  const isDeleted = patch.isDelete === true || newPath === NOTHING;
  const path = isCreated ? newPath : oldPath;
  const kind = isCreated ? "created" : isDeleted ? "deleted" : "modified";
  return path === undefined ? undefined : { path, kind, hunks: patch.hunks };
}

/** Without its side. */
function pathIn(name: string | undefined): string | undefined {
  return name?.replace(/^[ab]\//, "");
}

const REVERSED = { created: "deleted", modified: "modified", deleted: "created" } as const;

/** The patch that undoes another one. */
export function reversed({ path, kind, hunks }: FilePatch): FilePatch {
  const names = { oldFileName: path, newFileName: path, oldHeader: undefined, newHeader: undefined };
  return { path, kind: REVERSED[kind], hunks: reversePatch({ ...names, hunks: [...hunks] }).hunks };
}

/** `text` after the patch; undefined if it does not fit, line by line and where it says. */
export function patched(text: string, { hunks }: FilePatch): string | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const made: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const start = hunk.oldStart - 1;
    const old = sideOf(hunk, "-");
    const fits = old.every((line, index) => lines[start + index] === line);
    if (start < at || start > lines.length || !fits) {
      return undefined;
    }
    made.push(...lines.slice(at, start), ...sideOf(hunk, "+"));
    at = start + old.length;
  }
  return [...made, ...lines.slice(at)].join("");
}

/** The lines of the old (`-`) or the new (`+`) side of a hunk, with their line ends. */
function sideOf({ lines }: StructuredPatchHunk, mark: "-" | "+"): readonly string[] {
  return lines.flatMap((line, index) => {
    const end = lines[index + 1] === NO_NEWLINE ? "" : "\n";
    return line === "" || line.startsWith(" ") || line.startsWith(mark) ? [`${line.slice(1)}${end}`] : [];
  });
}
