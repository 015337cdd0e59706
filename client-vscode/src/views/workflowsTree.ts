/** The view of workflows: each with its units, and below these the checks that failed. */

import { t } from "../l10n";
import type { AwaitedApproval, UnitCheck, UnitInfo, WorkflowInfo } from "../protocol/generated";
import { escapeControls, oneLine, truncate } from "../displayText";
import {
  failedChecks,
  unitDetails,
  unitStatus,
  unitSummary,
  unitTitle,
  workflowDetails,
  workflowSummary,
  workflowTitle,
  type UnitStatus,
} from "../workflows/workflowText";
import type { NodeIcon, TreeNode } from "./treeNode";

/** A view is narrow, and cuts off what follows the label. */
const MAX_TITLE = 26;
const MAX_UNIT = 30;
/** The end of the output of a check that its tooltip shows. */
const MAX_OUTPUT = 600;

const PENDING_ICON: NodeIcon = { id: "question", color: "list.warningForeground" };

const WORKFLOW_ICONS: Readonly<Record<WorkflowInfo["status"], NodeIcon>> = {
  running: { id: "loading~spin" },
  paused: { id: "debug-pause", color: "list.warningForeground" },
  success: { id: "pass", color: "testing.iconPassed" },
  partial: { id: "warning", color: "list.warningForeground" },
  failed: { id: "error", color: "list.errorForeground" },
  corrupt: { id: "warning", color: "list.warningForeground" },
};

const UNIT_ICONS: Readonly<Record<UnitStatus, NodeIcon>> = {
  waiting: { id: "clock" },
  running: { id: "loading~spin" },
  interrupted: { id: "debug-disconnect", color: "list.warningForeground" },
  completed: { id: "pass", color: "testing.iconPassed" },
  failed: { id: "error", color: "list.errorForeground" },
  skipped: { id: "circle-slash" },
};

export function workflowsTree(workflows: readonly WorkflowInfo[]): readonly TreeNode[] {
  return workflows.map((workflow, index) => workflowNode(workflow, index === 0));
}

function workflowNode(workflow: WorkflowInfo, isNewest: boolean): TreeNode {
  const { workflowId, status, waitingFor, units = [] } = workflow;
  const label = workflowTitle(workflow);
  const description = workflowSummary(workflow);
  const isOver = status !== "running" && status !== "paused";
  const children = [
    ...waitingFor.map((awaited) => approvalNode(awaited, workflow)),
    ...units.map((unit) => unitNode(unit, workflow)),
  ];
  return {
    id: idOf(`workflow ${workflowId}`, children),
    workflowId,
    label: status === "corrupt" ? label : truncate(label, MAX_TITLE),
    description,
    tooltip: workflowDetails(workflow),
    icon: waitingFor.length > 0 ? PENDING_ICON : WORKFLOW_ICONS[status],
    context: `workflow.${isOver ? "over" : status}`,
    accessibilityLabel: `${label}, ${description}`,
    action: undefined,
    isCollapsed: isOver && !isNewest,
    children,
  };
}

/** The editor keeps a node closed that once had nothing below it: with children it is another one. */
function idOf(id: string, children: readonly TreeNode[]): string {
  return children.length === 0 ? id : `${id} and below`;
}

function approvalNode({ approval, text }: AwaitedApproval, { workflowId }: WorkflowInfo): TreeNode {
  const label = t("Approve {approval}?", { approval: oneLine(approval, 80) });
  const description = oneLine(text, 200);
  const fields = { workflowId, approval };
  return {
    id: `approval ${workflowId} ${approval}`,
    ...fields,
    label,
    description,
    tooltip: escapeControls(text),
    icon: PENDING_ICON,
    context: "approval pending",
    accessibilityLabel: t("Waiting for approval: {label}, {description}", { label, description }),
    action: { command: "architect.ui.answerApproval", argument: fields },
    children: [],
  };
}

function unitNode(unit: UnitInfo, workflow: WorkflowInfo): TreeNode {
  const { unitId, runId, branch } = unit;
  const { workflowId } = workflow;
  const label = unitTitle(unit, workflow);
  const description = unitSummary(unit, workflow);
  const children = failedChecks(unit).map((check) => checkNode(check, unit, workflow));
  return {
    id: idOf(`unit ${workflowId} ${unitId}`, children),
    workflowId,
    unitId,
    ...(runId === null ? {} : { runId }),
    ...(branch === null ? {} : { branch }),
    label: truncate(label, MAX_UNIT),
    description,
    tooltip: unitDetails(unit, workflow),
    icon: UNIT_ICONS[unitStatus(unit, workflow)],
    context: contextOf(unit, workflow),
    accessibilityLabel: `${label}, ${description}`,
    action: runId === null ? undefined : { command: "architect.ui.openRun", argument: { runId } },
    children,
  };
}

function contextOf(unit: UnitInfo, workflow: WorkflowInfo): string {
  const { runId, branch, files } = unit;
  return [
    `unit.${unitStatus(unit, workflow)}`,
    runId === null ? "" : "ran",
    files.length > 0 ? "changed" : "",
    branch === null ? "" : "branch",
  ]
    .filter((each) => each !== "")
    .join(" ");
}

function checkNode(check: UnitCheck, { unitId }: UnitInfo, { workflowId }: WorkflowInfo): TreeNode {
  const label = oneLine(check.command, 160);
  const description = check.exitCode === null ? t("did not end in time") : t("exit code {exitCode}", { exitCode: check.exitCode });
  const fields = { workflowId, unitId, check: check.command };
  const output = check.output.trim().slice(-MAX_OUTPUT);
  return {
    id: `check ${workflowId} ${unitId} ${check.command}`,
    ...fields,
    label,
    description,
    tooltip: `${label}: ${description}${output === "" ? "" : `\n\n${escapeControls(output)}`}`,
    icon: { id: "error", color: "list.errorForeground" },
    context: "unitCheck",
    accessibilityLabel: t("Failed check: {label}, {description}", { label, description }),
    action: { command: "architect.ui.showCheckOutput", argument: fields },
    children: [],
  };
}
