/** What can be done about a run: look at it, stop it, take it back. */

import { madeOf } from "../confirm/editPreview";
import type { UndoArgs, Undone } from "../protocol/generated";
import { canBeUndone, isOpen, type Run } from "../runs/run";
import { summaryOf, titleOf } from "../runs/runWords";
import { counted } from "../shownText";
import { runIdIn, textField } from "./commandArguments";
import { conflictWords } from "./conflictWords";
import type { Command, Desk } from "./desk";
import { compareHunk } from "./hunks";
import type { Button } from "./ui";

interface Wanted {
  readonly fits: (run: Run) => boolean;
  readonly title: string;
  /** Told if there is no such run. */
  readonly lack: string;
}

/** The run an argument names, the only one that fits, or one that is chosen. */
async function runIdFor(desk: Desk, argument: unknown, wanted: Wanted): Promise<string | undefined> {
  const named = runIdIn(argument);
  if (named !== undefined) {
    return named;
  }
  const fitting = desk.runs.all().filter(wanted.fits);
  const [first] = fitting;
  if (first === undefined) {
    desk.ui.tell("info", wanted.lack);
    return undefined;
  }
  if (fitting.length === 1) {
    return first.runId;
  }
  const items = fitting.map((run) => ({
    label: titleOf(run),
    description: summaryOf(run),
    value: run.runId,
  }));
  return desk.ui.pick(items, wanted.title);
}

export const openRun: Command = async (desk, argument) => {
  const title = "Select a run to open";
  const lack = "No runs in this window yet. Run a task or resume a session.";
  const runId = await runIdFor(desk, argument, { fits: () => true, title, lack });
  if (runId !== undefined) {
    desk.openRun(runId);
  }
};

export const cancel: Command = async (desk, argument) => {
  const lack = "No runs in progress.";
  const wanted = { fits: isOpen, title: "Select a run to cancel", lack };
  const runId = await runIdFor(desk, argument, wanted);
  if (runId !== undefined) {
    await desk.daemon.command("architect.cancel", { runId, reason: "cancelled by the user" });
  }
};

/** Of a run, or of one of its hunks. */
export const showDiff: Command = async (desk, argument) => {
  const hunkId = textField(argument, "hunkId");
  if (hunkId !== undefined) {
    await compareHunk(desk, hunkId);
    return;
  }
  const fits = (run: Run) => run.filesChanged.length > 0;
  const lack = "No runs have changed files.";
  const runId = await runIdFor(desk, argument, { fits, title: "Select a run", lack });
  if (runId !== undefined) {
    await showChanges(desk, runId);
  }
};

/** In the diff editor if the files are still as the run left them, else as the server's page. */
async function showChanges(desk: Desk, runId: string): Promise<void> {
  const { patch } = await desk.daemon.command("architect.diff", { runId });
  if (patch === "") {
    desk.ui.tell("info", "This run made no changes.");
    return;
  }
  const run = desk.runs.get(runId);
  const root = run?.root;
  const sides =
    root === undefined ? undefined : await madeOf(patch, (path) => desk.ui.readNow(root, path));
  if (sides === undefined) {
    await desk.daemon.command("architect.diff", { runId, show: true });
    return;
  }
  await desk.ui.showSides(`Changes: ${run === undefined ? runId : titleOf(run)}`, sides);
}

export const undoRun: Command = async (desk, argument) => {
  const lack = "No runs in this window have changes to undo.";
  const wanted = { fits: canBeUndone, title: "Select a run to undo", lack };
  const runId = await runIdFor(desk, argument, wanted);
  if (runId === undefined) {
    return;
  }
  await takeBack(desk, { runId });
};

async function takeBack(desk: Desk, argument: UndoArgs): Promise<void> {
  const undone = await desk.daemon.command("architect.undo", argument);
  if (undone.conflicts.length === 0 && undone.kept.length === 0) {
    desk.runs.undone(argument.runId);
  }
  desk.hunks.refreshSoon();
  tellUndone(desk, argument.runId, undone);
}

/** What an undo of a run did, with a way back, and what it left because the user had kept it. */
function tellUndone(desk: Desk, runId: string, undone: Undone): void {
  const { runId: again, kept } = undone;
  const left = kept.length === 0 ? "" : keptWords(kept.length);
  const buttons: Button[] = [];
  if (left !== "") {
    const act = () => takeBack(desk, { runId, keptToo: true });
    buttons.push({ label: kept.length === 1 ? "Undo It Too" : "Undo Them Too", act });
  }
  if (again !== null && undone.reverted.length > 0) {
    const act = async () => {
      tellUndone(desk, again, await desk.daemon.command("architect.undo", { runId: again }));
    };
    buttons.push({ label: "Redo", act });
  }
  const conflicts = conflictWords(undone.conflicts);
  const words = [undoneWords(undone), conflicts, left].filter((each) => each !== "").join("; ");
  desk.ui.tell(conflicts === "" ? "info" : "warning", `${words}.`, buttons);
}

function keptWords(count: number): string {
  return `${counted(count, "change")} ${count === 1 ? "was" : "were"} kept`;
}

function undoneWords({ reverted, hunks }: Undone): string {
  if (reverted.length > 0) {
    return `Changes undone in ${counted(reverted.length, "file")}`;
  }
  return hunks.length > 0 ? `${counted(hunks.length, "proposal")} discarded` : "No changes were undone";
}
