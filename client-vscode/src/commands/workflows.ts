/** Workflows and their units: stopping, resuming, comparing, copying. */

import { previewSides } from "../confirm/editPreview";
import { escapeControls, identifier, oneLine } from "../displayText";
import { t } from "../l10n";
import type { UnitInfo, WorkflowInfo } from "../protocol/generated";
import { unitSummary, unitTitle, workflowSummary, workflowTitle } from "../workflows/workflowText";
import { answerApproval } from "./approvals";
import { textField } from "./commandArguments";
import { showDiff } from "./runCommands";
import type { Command, Services } from "./services";
import { begun } from "./startWorkflow";

export const refreshWorkflows: Command = (services) => services.workflows.refresh();

/** What runs is ended; it can be resumed. */
export const stopWorkflow: Command = async (services, argument) => {
  const isFitting = ({ status }: WorkflowInfo) => status === "running";
  const none = t("No workflows are running.");
  const workflow = await workflowFor(services, argument, { isFitting, title: t("Select a workflow to stop"), none });
  if (workflow !== undefined) {
    const { workflowId } = workflow;
    services.ownWorkflows.stopped(workflowId);
    await services.daemon.command("architect.cancelWorkflow", { workflowId });
  }
};

/** Where it waits for an approval, with the answer to that. */
export const resumeWorkflow: Command = async (services, argument) => {
  const isFitting = ({ status }: WorkflowInfo) => status === "paused";
  const none = t("No workflows are paused.");
  const workflow = await workflowFor(services, argument, { isFitting, title: t("Select a workflow to resume"), none });
  if (workflow === undefined) {
    return;
  }
  const { workflowId, waitingFor } = workflow;
  if (waitingFor.length > 0) {
    await answerApproval(services, { workflowId });
  } else {
    await begun(services, await services.daemon.command("architect.resumeWorkflow", { workflowId }));
  }
};

/** End one unit for good. */
export const cancelUnit: Command = async (services, argument) => {
  const isFitting = ({ phase }: UnitInfo, { status }: WorkflowInfo) => phase === "running" && status === "running";
  const found = await unitFor(services, argument, {
    isFitting,
    title: t("Select a unit to cancel"),
    none: t("No units of workflows are running."),
  });
  if (found !== undefined) {
    const { workflowId } = found.workflow;
    await services.daemon.command("architect.cancelWorkflow", { workflowId, unitId: found.unit.unitId });
  }
};

/** In the diff editor, if the files of the user still fit; else as a patch. */
export const showUnitChanges: Command = async (services, argument) => {
  const isFitting = ({ files }: UnitInfo) => files.length > 0;
  const none = t("No units of workflows have changed files.");
  const found = await unitFor(services, argument, { isFitting, title: t("Select a unit"), none });
  if (found === undefined) {
    return;
  }
  const { workflow, unit } = found;
  if (unit.place === "workspace" && unit.runId !== null) {
    await showDiff(services, { runId: unit.runId });
    return;
  }
  await showBranch(services, workflow, unit);
};

async function showBranch({ daemon, ui }: Services, workflow: WorkflowInfo, unit: UnitInfo): Promise<void> {
  const { workflowId, root } = workflow;
  const { patch } = await daemon.command("architect.workflowDiff", { workflowId, unitId: unit.unitId });
  const name = unitTitle(unit, workflow);
  if (patch === "") {
    ui.showMessage("info", t("“{name}” made no changes.", { name: oneLine(name, 80) }));
    return;
  }
  const sides = await previewSides(escapeControls(patch), (path) => ui.readNow(root, path));
  if (sides === undefined) {
    await ui.showText(`${identifier(unit.unitId)}.diff`, escapeControls(patch));
  } else {
    await ui.showSides(t("Changes: {name}", { name }), sides);
  }
}

/** What a check of a unit wrote before it failed. */
export const showCheckOutput: Command = async (services, argument) => {
  const command = textField(argument, "check");
  const found = await namedUnit(services, argument);
  const check = found?.unit.checks.find((each) => each.command === command);
  if (found !== undefined && check !== undefined) {
    const code = check.exitCode === null ? t("did not end in time") : t("exit code {exitCode}", { exitCode: check.exitCode });
    const text = `$ ${escapeControls(check.command)}\n${escapeControls(check.output)}\n[${code}]\n`;
    await services.ui.showText(`${identifier(found.unit.unitId)} check.log`, text);
  }
};

/** What a workflow came to: its units with their checks, and the standings of an evaluation. */
export const showWorkflowReport: Command = async (services, argument) => {
  const filter = { isFitting: () => true, title: t("Select a workflow"), none: t("No workflows in the open folders.") };
  const workflow = await workflowFor(services, argument, filter);
  if (workflow !== undefined) {
    const { workflowId } = workflow;
    const { text } = await services.daemon.command("architect.workflowReport", { workflowId });
    await services.ui.showText(`${identifier(workflowId)}.md`, escapeControls(text));
  }
};

export const copyBranch: Command = async (services, argument) => {
  const found = await unitFor(services, argument, {
    isFitting: ({ branch }) => branch !== null,
    title: t("Select a branch to copy the name of"),
    none: t("No workflows have left a branch."),
  });
  const branch = found?.unit.branch ?? "";
  if (branch !== "") {
    await services.ui.copy(branch);
  }
};

export const copyWorkflowId: Command = async (services, argument) => {
  const filter = { isFitting: () => true, title: t("Select a workflow"), none: t("No workflows in the open folders.") };
  const workflow = await workflowFor(services, argument, filter);
  if (workflow !== undefined) {
    await services.ui.copy(workflow.workflowId);
  }
};

interface Filter<Of extends readonly unknown[]> {
  readonly isFitting: (...of: Of) => boolean;
  readonly title: string;
  /** Shown if nothing fits. */
  readonly none: string;
}

/** The workflow of the node that was chosen in the view, the only one that fits, or one that is selected. */
async function workflowFor(
  services: Services,
  argument: unknown,
  { isFitting, title, none }: Filter<[WorkflowInfo]>,
): Promise<WorkflowInfo | undefined> {
  const named = textField(argument, "workflowId");
  await services.workflows.refresh();
  if (named !== undefined) {
    const found = services.workflows.get(named);
    tellIfUnknown(services, found, named);
    return found;
  }
  const items = services.workflows
    .all()
    .filter((each) => isFitting(each))
    .map((each) => ({ label: workflowTitle(each), description: workflowSummary(each), value: each }));
  return only(services, items, title, none);
}

interface Found {
  readonly workflow: WorkflowInfo;
  readonly unit: UnitInfo;
}

async function unitFor(
  services: Services,
  argument: unknown,
  { isFitting, title, none }: Filter<[UnitInfo, WorkflowInfo]>,
): Promise<Found | undefined> {
  if (textField(argument, "unitId") !== undefined) {
    return namedUnit(services, argument);
  }
  await services.workflows.refresh();
  const all = services.workflows.all().flatMap((workflow) => (workflow.units ?? []).map((unit) => ({ workflow, unit })));
  const items = all
    .filter(({ unit, workflow }) => isFitting(unit, workflow))
    .map(({ unit, workflow }) => ({
      label: unitTitle(unit, workflow),
      description: unitSummary(unit, workflow),
      detail: workflowTitle(workflow),
      value: { workflow, unit },
    }));
  return only(services, items, title, none);
}

async function namedUnit(services: Services, argument: unknown): Promise<Found | undefined> {
  const workflowId = textField(argument, "workflowId") ?? "";
  if (services.workflows.get(workflowId) === undefined) {
    await services.workflows.refresh();
  }
  const workflow = services.workflows.get(workflowId);
  const unit = workflow?.units?.find(({ unitId }) => unitId === textField(argument, "unitId"));
  tellIfUnknown(services, unit, workflowId);
  return workflow === undefined || unit === undefined ? undefined : { workflow, unit };
}

async function only<T>(
  { ui }: Services,
  items: readonly { readonly label: string; readonly value: T }[],
  title: string,
  none: string,
): Promise<T | undefined> {
  const [first] = items;
  if (first === undefined) {
    ui.showMessage("info", none);
    return undefined;
  }
  return items.length === 1 ? first.value : ui.pick(items, title);
}

function tellIfUnknown({ ui }: Services, found: unknown, workflowId: string): void {
  if (found === undefined) {
    ui.showMessage("info", t("No workflow {workflowId} in the open folders.", { workflowId: oneLine(workflowId, 60) }));
  }
}
