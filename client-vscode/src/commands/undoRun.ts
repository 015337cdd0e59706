/** Undoing a run: what it is about is said first. */

import { t, tn } from "../l10n";
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
  const noneMessage = t("No runs in this window have changes to undo.");
  const filter = { fits: canBeUndone, title: t("Select a run to undo"), noneMessage };
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

const UNDO = t("Undo");
const UNDO_EDITED = t("Undo Edited Changes Too");
const UNDO_KEPT = t("Undo Kept Changes");
const DISCARD = t("Discard");

/** What of the run is to be undone, after the user has read what that is; undefined if nothing. */
async function confirmed(services: Services, runId: string, open: Hunks): Promise<Wanted | undefined> {
  const name = nameOf(services, runId);
  const { hunks, conflicts } = open;
  if (hunks.length + conflicts.length === 0) {
    const detail = t("None of its changes is pending: they were kept, undone, or are not there any more.");
    const pressed = await services.ui.confirm(t("Undo the changes you kept of {name}?", { name }), detail, [UNDO_KEPT]);
    return pressed === UNDO_KEPT ? { keptToo: true } : undefined;
  }
  if (hunks.some((hunk) => hunk.kind === "proposed")) {
    const pressed = await services.ui.confirm(t("Discard the proposed changes of {name}?", { name }), filesText(open), [DISCARD]);
    return pressed === DISCARD ? {} : undefined;
  }
  const edited =
    conflicts.length === 0
      ? ""
      : `\n${t("{changes} edited since: {conflicts}.", { changes: pluralize(conflicts.length, "change"), conflicts: conflictMessage(conflicts) })}`;
  const buttons = [...(hunks.length > 0 ? [UNDO] : []), ...(conflicts.length > 0 ? [UNDO_EDITED] : [])];
  const pressed = await services.ui.confirm(t("Undo {name}?", { name }), `${filesText(open)}${edited}`, buttons);
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
  return run === undefined ? t("this run") : `“${oneLine(titleOf(run), 80)}”`;
}

/** `a.py: 2 changes`, line by line. */
function filesText({ hunks }: Hunks): string {
  const paths = [...new Set(hunks.map(({ path }) => path))];
  const lines = paths.slice(0, MAX_NAMED).map((path) => {
    const count = hunks.filter((hunk) => hunk.path === path).length;
    return `${oneLine(path, 100)}: ${pluralize(count, "change")}`;
  });
  const more = paths.length - lines.length;
  return [...lines, ...(more > 0 ? [t("and {moreFiles}", { moreFiles: pluralize(more, "more file") })] : [])].join("\n");
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
          label: kept.length === 1 ? t("Undo It Too") : t("Undo Them Too"),
          act: () => undoChanges(services, { runId, keptToo: true }),
        },
    conflicts === "" ? undefined : { label: t("Show Changes"), act: () => showDiff(services, { runId }) },
    conflicts === "" ? undefined : { label: t("Undo Anyway..."), act: () => undoRun(services, { runId }) },
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
    const text = t("Changes of {name} are back in {files}", { name: nameOf(services, runId), files });
    services.ui.showMessage(conflicts === "" ? "info" : "warning", conflicts === "" ? `${text}.` : `${text}; ${conflicts}.`);
  };
  return { label: t("Redo"), act };
}

function keptMessage(count: number): string {
  return tn("{number} change was kept", "{number} changes were kept", count);
}

function undoneMessage(services: Services, runId: string, { reverted, hunks }: Undone): string {
  if (reverted.length > 0) {
    return t("Changes undone in {files}: {name}", { files: pluralize(reverted.length, "file"), name: nameOf(services, runId) });
  }
  return hunks.length > 0 ? t("{proposals} discarded", { proposals: pluralize(hunks.length, "proposal") }) : t("No changes were undone");
}
