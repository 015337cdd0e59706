/** Hunks by the session whose runs made them, and by the file they are in. */

import { pluralize } from "../displayText";
import { t } from "../l10n";
import type { Hunk } from "./hunkStore";

/** The id of a run begins with that of its session. */
export function sessionOf({ runId }: Pick<Hunk, "runId">): string {
  return runId.split(".", 1)[0] ?? runId;
}

/** In the order in which they come first. */
export function bySession(hunks: readonly Hunk[]): ReadonlyMap<string, readonly Hunk[]> {
  return grouped(hunks, sessionOf);
}

export function byFile(hunks: readonly Hunk[]): ReadonlyMap<string, readonly Hunk[]> {
  return grouped(hunks, ({ uri }) => uri);
}

/** `3 changes in 2 files`, `1 proposal in 1 file`; a mixture counts as changes. */
export function summaryOfHunks(hunks: readonly Hunk[]): string {
  const isProposed = hunks.length > 0 && hunks.every(({ kind }) => kind === "proposed");
  const what = pluralize(hunks.length, isProposed ? "proposal" : "change");
  return t("{what} in {files}", { what, files: pluralize(byFile(hunks).size, "file") });
}

function grouped(hunks: readonly Hunk[], keyOf: (hunk: Hunk) => string): ReadonlyMap<string, readonly Hunk[]> {
  const groups = new Map<string, Hunk[]>();
  for (const hunk of hunks) {
    groups.set(keyOf(hunk), [...(groups.get(keyOf(hunk)) ?? []), hunk]);
  }
  return groups;
}
