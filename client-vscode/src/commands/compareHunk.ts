/** One hunk in the diff editor. */

import { hasDocument, type Hunk } from "../hunks/hunkStore";
import { sidesOf } from "../hunks/hunkSides";
import { t } from "../l10n";
import type { LostHunk } from "../protocol/generated";
import type { Services } from "./services";

/** Show a document before and after a hunk, with what was done to its lines since. */
export async function compareHunk(services: Services, hunkId: string): Promise<void> {
  await services.hunks.refresh();
  const hunk = services.hunks.get(hunkId) ?? asHunk(services.hunks.lost(hunkId));
  const text = hunk && (hasDocument(hunk) ? await services.ui.textOf(hunk.uri) : "");
  if (hunk === undefined || text === undefined) {
    services.ui.showMessage("info", t("This change is no longer pending."));
    return;
  }
  const what = hunk.kind === "proposed" ? t("Proposed") : t("Changed");
  const sides = { path: hunk.path, ...sidesOf(hunk, text) };
  await services.ui.showSides(`${what}: ${hunk.path}`, [sides], {
    hunkId: hunk.hunkId,
    isProposed: hunk.kind === "proposed",
  });
}

/** Undefined for one that has no place in a document, or of a server that does not say. */
function asHunk(lost: LostHunk | undefined): Hunk | undefined {
  if (lost?.range === undefined || lost.before === undefined) {
    return undefined;
  }
  const { hunkIds, runId, uri, path, range, before } = lost;
  return { hunkId: hunkIds[0] ?? "", runId, uri, path, range, before, after: "", kind: "applied", change: "modified" };
}
