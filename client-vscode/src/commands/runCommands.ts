/** Commands for a run: open, cancel, show its changes. */

import { appliedSides, type PreviewSides, type ReadNow } from "../confirm/editPreview";
import { t } from "../l10n";
import { isOpen, type Run } from "../runs/run";
import { summaryOf, titleOf } from "../runs/runText";
import { escapeControls } from "../displayText";
import type { FileSides } from "../protocol/generated";
import { runIdIn, textField, textsField } from "./commandArguments";
import type { Command, Services } from "./services";
import { compareHunk } from "./compareHunk";

export interface RunFilter {
  readonly fits: (run: Run) => boolean;
  readonly title: string;
  /** Shown if there is no such run. */
  readonly noneMessage: string;
}

/** The run an argument names, the only one that fits, or one that is chosen. */
export async function runIdFor(services: Services, argument: unknown, filter: RunFilter): Promise<string | undefined> {
  const named = runIdIn(argument);
  if (named !== undefined) {
    return named;
  }
  const fitting = services.runs.all().filter(filter.fits);
  const [first] = fitting;
  if (first === undefined) {
    services.ui.showMessage("info", filter.noneMessage);
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
  return services.ui.pick(items, filter.title);
}

export const openRun: Command = async (services, argument) => {
  const title = t("Select a run to open");
  const noneMessage = t("No runs in this window yet. Run a task or resume a session.");
  const runId = await runIdFor(services, argument, { fits: () => true, title, noneMessage });
  if (runId !== undefined) {
    services.openRun(runId);
  }
};

export const cancel: Command = async (services, argument) => {
  const noneMessage = t("No runs in progress.");
  const filter = { fits: isOpen, title: t("Select a run to cancel"), noneMessage };
  const runId = await runIdFor(services, argument, filter);
  if (runId !== undefined) {
    await services.daemon.command("architect.cancel", { runId, reason: "cancelled by the user" });
  }
};

/** Of a run, or of one of its hunks. */
export const showDiff: Command = async (services, argument) => {
  const hunkId = textField(argument, "hunkId") ?? textsField(argument, "hunkIds")[0];
  if (hunkId !== undefined) {
    await compareHunk(services, hunkId);
    return;
  }
  const fits = (run: Run) => run.filesChanged.length > 0;
  const noneMessage = t("No runs have changed files.");
  const runId = await runIdFor(services, argument, { fits, title: t("Select a run"), noneMessage });
  if (runId !== undefined) {
    await showChanges(services, runId);
  }
};

/** In the diff editor, as the run found and left the files; as the server's page if that is not known. */
async function showChanges(services: Services, runId: string): Promise<void> {
  const { patch, files } = await services.daemon.command("architect.diff", { runId });
  if (patch === "") {
    services.ui.showMessage("info", t("This run made no changes."));
    return;
  }
  const run = services.runs.get(runId);
  const root = run?.root;
  const readNow: ReadNow = async (path) => (root === undefined ? undefined : services.ui.readNow(root, path));
  const sides = files?.map(sidesOf) ?? (root === undefined ? undefined : await appliedSides(patch, readNow));
  if (sides === undefined) {
    await services.daemon.command("architect.diff", { runId, show: true });
    return;
  }
  const isProposal = run?.filesChanged.length === 0;
  const isEdited = !isProposal && (await Promise.all(sides.map((each) => differsNow(each, readNow)))).includes(true);
  const name = run === undefined ? runId : titleOf(run);
  await services.ui.showSides(isEdited ? t("Changes: {name} (without edits made since)", { name }) : t("Changes: {name}", { name }), sides);
}

function sidesOf({ path, before, after }: FileSides): PreviewSides {
  return { path, before: escapeControls(before ?? ""), after: escapeControls(after ?? "") };
}

async function differsNow({ path, after }: PreviewSides, readNow: ReadNow): Promise<boolean> {
  return escapeControls((await readNow(path)) ?? "") !== after;
}
