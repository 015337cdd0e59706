/** Approvals that workflows wait for: asked for in the middle of the window, with what they are about. */

import { t } from "../l10n";
import type { AwaitedApproval, WorkflowInfo } from "../protocol/generated";
import { oneLine } from "../displayText";
import { quotedTitle } from "../workflows/workflowText";
import { textField } from "./commandArguments";
import type { Command, Services } from "./services";
import { begun } from "./startWorkflow";

const APPROVE = t("Approve");
const REFUSE = t("Refuse");

interface Awaited {
  readonly workflow: WorkflowInfo;
  readonly awaited: AwaitedApproval;
}

/** That of the node that was chosen, the only one there is, or one that is selected. */
export const answerApproval: Command = async (services, argument) => {
  await services.workflows.refresh();
  const workflowId = textField(argument, "workflowId");
  const approval = textField(argument, "approval");
  const all = services.workflows.all().flatMap((workflow) => workflow.waitingFor.map((awaited) => ({ workflow, awaited })));
  const fitting = all.filter(
    ({ workflow, awaited }) =>
      (workflowId === undefined || workflow.workflowId === workflowId) &&
      (approval === undefined || awaited.approval === approval),
  );
  const found = await chosen(services, fitting);
  if (found !== undefined) {
    await ask(services, found);
  }
};

async function chosen({ ui }: Services, fitting: readonly Awaited[]): Promise<Awaited | undefined> {
  const [first] = fitting;
  if (first === undefined) {
    ui.showMessage("info", t("No workflow waits for an approval."));
    return undefined;
  }
  if (fitting.length === 1) {
    return first;
  }
  const items = fitting.map((each) => ({
    label: oneLine(each.awaited.approval, 120),
    description: quotedTitle(each.workflow),
    detail: oneLine(each.awaited.text, 200),
    value: each,
  }));
  return ui.pick(items, t("Select an approval"));
}

/** Going away decides nothing. A workflow that had stopped for it is resumed with the answer. */
async function ask(services: Services, { workflow, awaited }: Awaited): Promise<void> {
  const { workflowId, status } = workflow;
  const { approval, text } = awaited;
  const title = t("Approve “{approval}” of {workflow}?", { approval: oneLine(approval, 80), workflow: quotedTitle(workflow) });
  const pressed = await services.ui.confirm(title, text, [APPROVE, REFUSE]);
  if (pressed === undefined) {
    return;
  }
  const argument = { workflowId, approval, approved: pressed === APPROVE };
  const answered = await services.daemon.command("architect.approve", argument);
  if (status === "paused") {
    await begun(services, answered);
  } else {
    services.workflows.add(answered);
  }
}
