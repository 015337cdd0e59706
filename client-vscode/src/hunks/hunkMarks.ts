/** Which lines of a document a hunk marks, and how. */

import { t } from "../l10n";
import type { Hunk } from "./hunkStore";

/** `removed` stands at the line before which something is missing. */
export type MarkKind = "added" | "changed" | "removed" | "proposed";

export interface Mark {
  readonly kind: MarkKind;
  /** Both from 0 and part of it. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** In plain text. */
  readonly hover: string;
}

export const MARK_KINDS: readonly MarkKind[] = ["added", "changed", "removed", "proposed"];

/** The first and the last line of a hunk, from 0; a line of which nothing is in it is not its own. */
export function linesOf(hunk: Hunk): readonly [number, number] {
  const { start, end } = hunk.range;
  const endsBefore = end.character === 0 && end.line > start.line;
  return [start.line, endsBefore ? end.line - 1 : end.line];
}

export function markOf(hunk: Hunk): Mark {
  const [firstLine, lastLine] = linesOf(hunk);
  const kind = kindOf(hunk);
  return { kind, firstLine, lastLine, hover: HOVERS[kind] };
}

function kindOf(hunk: Hunk): MarkKind {
  if (hunk.kind === "proposed") {
    return "proposed";
  }
  if (hunk.after === "") {
    return "removed";
  }
  return hunk.before === "" ? "added" : "changed";
}

const HOVERS: Readonly<Record<MarkKind, string>> = {
  added: t("Added by Architect"),
  changed: t("Changed by Architect"),
  removed: t("Lines removed by Architect"),
  proposed: t("Change proposed by Architect"),
};

/** Whether a line is part of the hunk. */
export function touches(hunk: Hunk, line: number): boolean {
  const [first, last] = linesOf(hunk);
  return first <= line && line <= last;
}
