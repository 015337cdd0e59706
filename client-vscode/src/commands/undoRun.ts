/** Undoing a run: what it is about is said first. */

import type { Hunks, UndoArgs, Undone } from "../protocol/generated";
import { canBeUndone } from "../runs/run";
import { titleOf } from "../runs/runText";
import { oneLine, pluralize } from "../displayText";
import { conflictMessage } from "./conflictMessage";
import { runIdFor, showDiff } from "./runCommands";
import type { Command, Services } from "./services";
import type { Button } from "./ui";

const MAX_NAMED = 5;

export const undoRun: Command = async (services, argument) => {
  const noneMessage = "No runs in this window have changes to undo.";
  const filter = { fits: canBeUndone, title: "Select a run to undo", noneMessage };
  const runId = await runIdFor(services, argument, filter);
  if (runId === undefined) {
    return;
  }
  const open = await services.daemon.command("architect.hunks", { runId });
  const wanted = await confirmed(services, runId, open);
  if (wanted !== undefined) {
    await undoChanges(services, { runId, ...wanted });
  }
};

type Wanted = Pick<UndoArgs, "keptToo" | "changedToo">;

const UNDO = "Undo";
const UNDO_EDITED = "Undo Edited Changes Too";
const UNDO_KEPT = "Undo Kept Changes";
const DISCARD = "Discard";

/** What of the run is to be undone, after the user has read what that is; undefined if nothing. */
async function confirmed(services: Services, runId: string, open: Hunks): Promise<Wanted | undefined> {
  const name = nameOf(services, runId);
  const { hunks, conflicts } = open;
  if (hunks.length + conflicts.length === 0) {
    const detail = "None of its changes is pending: they were kept, undone, or are not there any more.";
    const pressed = await services.ui.confirm(`Undo the changes you kept of ${name}?`, detail, [UNDO_KEPT]);
    return pressed === UNDO_KEPT ? { keptToo: true } : undefined;
  }
  if (hunks.some((hunk) => hunk.kind === "proposed")) {
    const pressed = await services.ui.confirm(`Discard the proposed changes of ${name}?`, filesText(open), [DISCARD]);
    return pressed === DISCARD ? {} : undefined;
  }
  const edited =
    conflicts.length === 0
      ? ""
      : `\n${pluralize(conflicts.length, "change")} edited since: ${conflictMessage(conflicts)}.`;
  const buttons = [...(hunks.length > 0 ? [UNDO] : []), ...(conflicts.length > 0 ? [UNDO_EDITED] : [])];
  const pressed = await services.ui.confirm(`Undo ${name}?`, `${filesText(open)}${edited}`, buttons);
  switch (pressed) {
    case UNDO:
      return {};
    case UNDO_EDITED:
      return { changedToo: true };
    default:
      return undefined;
  }
}

/** `“make it faster”` */
export function nameOf(services: Services, runId: string): string {
  const run = services.runs.get(runId);
  return run === undefined ? "this run" : `“${oneLine(titleOf(run), 80)}”`;
}

/** `a.py: 2 changes`, line by line. */
function filesText({ hunks }: Hunks): string {
  const paths = [...new Set(hunks.map(({ path }) => path))];
  const lines = paths.slice(0, MAX_NAMED).map((path) => {
    const count = hunks.filter((hunk) => hunk.path === path).length;
    return `${oneLine(path, 100)}: ${pluralize(count, "change")}`;
  });
  const more = paths.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${pluralize(more, "more file")}`] : [])].join("\n");
}

async function undoChanges(
  services: Services,
  argument: UndoArgs & { readonly runId: string },
): Promise<void> {
  const undone = await services.daemon.command("architect.undo", argument);
  if (undone.conflicts.length === 0 && undone.kept.length === 0) {
    services.runs.setUndone(argument.runId, true);
  }
  services.hunks.refreshSoon();
  showUndone(services, argument.runId, undone);
}

/** Show what an undo of a run did, with Redo, and what it left. */
function showUndone(services: Services, runId: string, undone: Undone): void {
  const { kept } = undone;
  const left = kept.length === 0 ? "" : keptMessage(kept.length);
  const conflicts = conflictMessage(undone.conflicts);
  const buttons: readonly (Button | undefined)[] = [
    left === ""
      ? undefined
      : {
          label: kept.length === 1 ? "Undo It Too" : "Undo Them Too",
          act: () => undoChanges(services, { runId, keptToo: true }),
        },
    conflicts === "" ? undefined : { label: "Show Changes", act: () => showDiff(services, { runId }) },
    conflicts === "" ? undefined : { label: "Undo Anyway...", act: () => undoRun(services, { runId }) },
    redoOf(services, runId, undone),
  ];
  const text = [undoneMessage(services, runId, undone), conflicts, left].filter((each) => each !== "").join("; ");
  const level = conflicts === "" ? "info" : "warning";
  services.ui.showMessage(level, `${text}.`, buttons.filter((button) => button !== undefined));
}

function redoOf(services: Services, runId: string, undone: Undone): Button | undefined {
  const { runId: undoRunId, reverted } = undone;
  if (undoRunId === null || reverted.length === 0) {
    return undefined;
  }
  const act = async () => {
    const redone = await services.daemon.command("architect.undo", { runId: undoRunId });
    services.runs.setUndone(runId, false);
    services.hunks.refreshSoon();
    const files = pluralize(redone.reverted.length, "file");
    const conflicts = conflictMessage(redone.conflicts);
    const text = `Changes of ${nameOf(services, runId)} are back in ${files}`;
    services.ui.showMessage(conflicts === "" ? "info" : "warning", conflicts === "" ? `${text}.` : `${text}; ${conflicts}.`);
  };
  return { label: "Redo", act };
}

function keptMessage(count: number): string {
  return `${pluralize(count, "change")} ${count === 1 ? "was" : "were"} kept`;
}

function undoneMessage(services: Services, runId: string, { reverted, hunks }: Undone): string {
  if (reverted.length > 0) {
    return `Changes undone in ${pluralize(reverted.length, "file")}: ${nameOf(services, runId)}`;
  }
  return hunks.length > 0 ? `${pluralize(hunks.length, "proposal")} discarded` : "No changes were undone";
}
