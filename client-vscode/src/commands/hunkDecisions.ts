/** Keeping and undoing hunks, of however many runs they are. */

import type { Hunk } from "../hunks/hunkStore";
import type { Conflict } from "../protocol/generated";
import { pluralize } from "../displayText";
import { conflictMessage } from "./conflictMessage";
import type { Services } from "./services";

export async function keep(services: Services, hunks: readonly Hunk[]): Promise<void> {
  let kept = 0;
  const conflicts: Conflict[] = [];
  for (const [owner, hunkIds] of byRun(hunks)) {
    const result = await services.daemon.command("architect.keep", { runId: owner, hunkIds });
    kept += result.kept.length;
    conflicts.push(...result.conflicts);
  }
  await services.hunks.refresh();
  if (conflicts.length > 0) {
    services.ui.showMessage("warning", `${pluralize(kept, "change")} kept; ${conflictMessage(conflicts)}.`);
  }
}

/** `note` is for the model, told when the session continues. */
export async function undo(services: Services, hunks: readonly Hunk[], note = ""): Promise<void> {
  const conflicts: Conflict[] = [];
  for (const [runId, hunkIds] of byRun(hunks)) {
    const withNote = note.trim() === "" ? {} : { note };
    const argument = { runId, hunkIds, ...withNote };
    const result = await services.daemon.command("architect.undo", argument);
    conflicts.push(...result.conflicts);
  }
  await services.hunks.refresh();
  if (conflicts.length > 0) {
    services.ui.showMessage("warning", `Some changes could not be undone; ${conflictMessage(conflicts)}.`);
  }
}

function byRun(hunks: readonly Hunk[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const { runId, hunkId } of hunks) {
    ids.set(runId, [...(ids.get(runId) ?? []), hunkId]);
  }
  return ids;
}
