/** Going back to the files as they were behind a step of a run. */

import { t } from "../l10n";
import type { RollbackArgs } from "../protocol/generated";
import { canBeUndone } from "../runs/run";
import { oneLine, pluralize } from "../displayText";
import { numberField } from "./commandArguments";
import { conflictMessage } from "./conflictMessage";
import { showNotice } from "./notice";
import { runIdFor } from "./runCommands";
import type { Command, Services } from "./services";
import type { Button } from "./ui";
import { nameOf } from "./undoRun";

const RESTORE = t("Restore");
const RESTORE_EXACTLY = t("Give Up Later Edits");

/** Of the run and step that the argument names, or of what is chosen. */
export const restoreCheckpoint: Command = async (services, argument) => {
  const noneMessage = t("No runs in this window have changed files.");
  const filter = { fits: canBeUndone, title: t("Select a run"), noneMessage };
  const runId = await runIdFor(services, argument, filter);
  if (runId === undefined) {
    return;
  }
  const step = numberField(argument, "step");
  const wanted = step === undefined ? await chosen(services, runId) : { runId, step };
  if (wanted === undefined) {
    return;
  }
  const message = t("Restore the files as they were {place}?", { place: placeOf(services, wanted) });
  const detail =
    t("Every file goes back to what it was then, whoever changed it in this session. What you have edited since stays, unless it is at the same lines. You can go forward again.");
  if ((await services.ui.confirm(message, detail, [RESTORE])) === RESTORE) {
    await restore(services, wanted);
  }
};

async function chosen(services: Services, runId: string): Promise<RollbackArgs | undefined> {
  const { checkpoints } = await services.daemon.command("architect.checkpoints", { runId });
  if (checkpoints.length === 0) {
    services.ui.showMessage("info", t("There are no checkpoints of this session."));
    return undefined;
  }
  const items = checkpoints.toReversed().map((each) => ({
    label: oneLine(each.why, 80),
    description: nameOf(services, each.runId),
    detail: new Date(each.at).toLocaleString(),
    value: { runId: each.runId, commit: each.commit },
  }));
  return services.ui.pick(items, t("Select a checkpoint to restore"));
}

function placeOf(services: Services, { runId, step }: RollbackArgs): string {
  const name = nameOf(services, runId);
  switch (step) {
    case undefined:
    case null:
      return t("at this checkpoint");
    case 0:
      return t("before {name}", { name });
    default:
      return t("after step {step} of {name}", { step, name });
  }
}

async function restore(services: Services, wanted: RollbackArgs): Promise<void> {
  const done = await services.daemon.command("architect.rollback", wanted);
  services.hunks.refreshSoon();
  const { before, reverted } = done;
  const conflicts = conflictMessage(done.conflicts);
  const buttons: Button[] = [];
  if (conflicts !== "" && wanted.exactly !== true) {
    buttons.push({ label: RESTORE_EXACTLY, act: () => restore(services, { ...wanted, exactly: true }) });
  }
  if (before !== null) {
    const act = () => restore(services, { runId: wanted.runId, commit: before });
    buttons.push({ label: t("Go Forward Again"), act });
  }
  const text = reverted.length > 0 ? t("Restored {files}", { files: pluralize(reverted.length, "file") }) : t("No file was changed");
  const level = conflicts === "" ? "info" : "warning";
  showNotice(services, level, `${conflicts === "" ? text : `${text}; ${conflicts}`}.`, buttons);
}
