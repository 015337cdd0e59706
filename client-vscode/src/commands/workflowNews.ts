/** What is said when a workflow of this window is over, or stopped, and nobody looks at the view. */

import { t } from "../l10n";
import type { WorkflowInfo } from "../protocol/generated";
import { quotedTitle, workflowState } from "../workflows/workflowText";
import { oneLine } from "../displayText";
import type { Services } from "./services";
import { showError } from "./showError";
import type { Button } from "./ui";

/** Once for each, if it is one of this window; `isSeen` says whether the user sees it in the view. */
export function tellEnd(services: Services, workflow: WorkflowInfo, isSeen: boolean): void {
  if (!services.ownWorkflows.isEnd(workflow) || isSeen) {
    return;
  }
  const { status, reason } = workflow;
  const why = reason === "" ? "" : `: ${oneLine(reason, 300)}`;
  const level = status === "success" ? "info" : "warning";
  services.ui.showMessage(level, `${quotedTitle(workflow)} ${VERBS[status] ?? workflowState(workflow)}${why}`, [
    ...nextSteps(services, workflow),
    { label: t("Show"), act: () => services.ui.execute("architect.workflows.focus") },
  ]);
}

const VERBS: Readonly<Record<string, string>> = {
  paused: t("is paused"),
  success: t("is done"),
  partial: t("was completed in part"),
};

function nextSteps({ ui }: Services, { status, workflowId, waitingFor }: WorkflowInfo): readonly Button[] {
  if (status !== "paused") {
    return [];
  }
  const isWaiting = waitingFor.length > 0;
  const command = isWaiting ? "architect.ui.answerApproval" : "architect.ui.resumeWorkflow";
  const act = () =>
    ui.execute(command, { workflowId }).catch((error: unknown) => {
      showError(ui, error);
    });
  return [{ label: isWaiting ? t("Approve...") : t("Resume"), act }];
}
