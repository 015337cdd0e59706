/** Keeping and undoing hunks, of however many runs they are. */

import type { Hunk } from "../hunks/hunkStore";
import { t } from "../l10n";
import type { Conflict, KeepArgs, UndoArgs } from "../protocol/generated";
import { pluralize } from "../displayText";
import { conflictMessage } from "./conflictMessage";
import type { Services } from "./services";

export async function keep(services: Services, hunks: readonly Hunk[]): Promise<void> {
  await keepEach(services, [...byRun(hunks)].map(([runId, hunkIds]) => ({ runId, hunkIds })));
}

/** All that is open of a session. */
export async function keepSession(services: Services, sessionId: string): Promise<void> {
  await keepEach(services, [{ sessionId }]);
}

async function keepEach(services: Services, wanted: readonly KeepArgs[]): Promise<void> {
  let kept = 0;
  const conflicts: Conflict[] = [];
  for (const argument of wanted) {
    const result = await services.daemon.command("architect.keep", argument);
    kept += result.kept.length;
    conflicts.push(...result.conflicts);
  }
  await services.hunks.refresh();
  if (conflicts.length > 0) {
    services.ui.showMessage("warning", t("{changes} kept; {conflicts}.", { changes: pluralize(kept, "change"), conflicts: conflictMessage(conflicts) }));
  }
}

/** `note` is for the model, told when the session continues. */
export async function undo(services: Services, hunks: readonly Hunk[], note = ""): Promise<void> {
  const withNote = note.trim() === "" ? {} : { note };
  await undoEach(services, [...byRun(hunks)].map(([runId, hunkIds]) => ({ runId, hunkIds, ...withNote })));
}

/** All that is open of a session. */
export async function undoSession(services: Services, sessionId: string): Promise<void> {
  await undoEach(services, [{ sessionId }]);
}

async function undoEach(services: Services, wanted: readonly UndoArgs[]): Promise<void> {
  const conflicts: Conflict[] = [];
  for (const argument of wanted) {
    const result = await services.daemon.command("architect.undo", argument);
    conflicts.push(...result.conflicts);
  }
  await services.hunks.refresh();
  if (conflicts.length > 0) {
    services.ui.showMessage("warning", t("Some changes could not be undone; {conflicts}.", { conflicts: conflictMessage(conflicts) }));
  }
}

function byRun(hunks: readonly Hunk[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const { runId, hunkId } of hunks) {
    ids.set(runId, [...(ids.get(runId) ?? []), hunkId]);
  }
  return ids;
}
