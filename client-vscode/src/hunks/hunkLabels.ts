/** Labels for hunks and their actions. */

import { pluralize } from "../displayText";
import { t } from "../l10n";
import type { Hunk } from "./hunkStore";

/** What can be done with a hunk: of a change that was made, or of one that is proposed. */
export interface Verbs {
  readonly keep: string;
  readonly undo: string;
}

export function verbsFor(hunk: Hunk): Verbs {
  return hunk.kind === "proposed"
    ? { keep: t("Accept"), undo: t("Discard") }
    : { keep: t("Keep"), undo: t("Undo") };
}

/** `3 changes`, `1 proposal`, `new file, by a command`; of hunks of one file and one run. */
export function countOf(hunks: readonly Hunk[]): string {
  const [first] = hunks;
  return first?.byCommand === true ? t("{what}, by a command", { what: what(hunks, first) }) : what(hunks, first);
}

function what(hunks: readonly Hunk[], first: Hunk | undefined): string {
  const isProposed = first?.kind === "proposed";
  if (first?.change === "created") {
    return isProposed ? t("proposed new file") : t("new file");
  }
  if (first?.change === "deleted") {
    return isProposed ? t("proposed deletion") : t("deleted");
  }
  return pluralize(hunks.length, isProposed ? "proposal" : "change");
}
