/** Labels for hunks and their actions. */

import { pluralize } from "../displayText";
import type { Hunk } from "./hunkStore";

/** What can be done with a hunk: of a change that was made, or of one that is proposed. */
export interface Verbs {
  readonly keep: string;
  readonly undo: string;
}

export function verbsFor(hunk: Hunk): Verbs {
  return hunk.kind === "proposed"
    ? { keep: "Accept", undo: "Discard" }
    : { keep: "Keep", undo: "Undo" };
}

/** `3 changes`, `1 proposal`, `new file, by a command`; of hunks of one file and one run. */
export function countOf(hunks: readonly Hunk[]): string {
  const [first] = hunks;
  return first?.byCommand === true ? `${what(hunks, first)}, by a command` : what(hunks, first);
}

function what(hunks: readonly Hunk[], first: Hunk | undefined): string {
  const isProposed = first?.kind === "proposed";
  if (first?.change === "created") {
    return isProposed ? "proposed new file" : "new file";
  }
  if (first?.change === "deleted") {
    return isProposed ? "proposed deletion" : "deleted";
  }
  return pluralize(hunks.length, isProposed ? "proposal" : "change");
}
