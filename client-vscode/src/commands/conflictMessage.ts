/** The message for files that were skipped because of conflicts. */

import { t } from "../l10n";
import type { Conflict } from "../protocol/generated";
import { oneLine } from "../displayText";

const MAX_NAMED = 3;

/** Empty without conflicts; `skipped: a.py, lines 3-5 (changed since)`. */
export function conflictMessage(conflicts: readonly Conflict[]): string {
  if (conflicts.length === 0) {
    return "";
  }
  const named = conflicts.slice(0, MAX_NAMED).map(conflictLine);
  const more = conflicts.length - named.length;
  const shown = named.join(", ");
  return more > 0 ? t("skipped: {named} and {more} more", { named: shown, more }) : t("skipped: {named}", { named: shown });
}

function conflictLine(conflict: Conflict): string {
  const spans = conflict.lines.map(([first, last]) =>
    first === last ? String(first) : `${String(first)}-${String(last)}`,
  );
  const where = spans.length > 0 ? t(", lines {spans}", { spans: spans.slice(0, MAX_NAMED).join(", ") }) : "";
  return `${oneLine(conflict.path, 80)}${where} (${oneLine(conflict.reason, 120)})`;
}
