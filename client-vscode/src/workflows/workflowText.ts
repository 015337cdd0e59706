/** Labels of workflows and their units. All text is safe to display. */

import { identifier, oneLine, pluralize } from "../displayText";
import { t } from "../l10n";
import { modelName } from "../modelName";
import type { UnitCheck, UnitInfo, WorkflowInfo } from "../protocol/generated";
import { costOf } from "../runs/runText";
import { duration } from "../webview/format";

const KINDS: Readonly<Record<string, string>> = {
  loop: t("Loop"),
  parallel: t("Parallel"),
  pipeline: t("Pipeline"),
  eval: t("Evaluation"),
};

const STATES: Readonly<Record<WorkflowInfo["status"], string>> = {
  running: t("running"),
  paused: t("paused"),
  success: t("done"),
  partial: t("partly done"),
  failed: t("failed"),
  corrupt: t("unreadable"),
};

export type UnitStatus = "waiting" | "running" | "interrupted" | "completed" | "failed" | "skipped";

const UNIT_STATES: Readonly<Record<UnitStatus, string>> = {
  waiting: t("waiting"),
  running: t("running"),
  interrupted: t("interrupted"),
  completed: t("done"),
  failed: t("failed"),
  skipped: t("skipped"),
};

const INTERRUPTED = "interrupted";
const MAX_FILES = 10;

/** `Loop: make the tests pass` */
export function workflowTitle({ workflowId, kind, title, status }: WorkflowInfo): string {
  if (status === "corrupt") {
    return identifier(workflowId);
  }
  return `${KINDS[kind] ?? identifier(kind)}: ${oneLine(title, 120)}`;
}

/** `Loop “make the tests pass”` */
export function quotedTitle({ kind, title }: WorkflowInfo): string {
  return `${KINDS[kind] ?? identifier(kind)} “${oneLine(title, 80)}”`;
}

export function workflowState({ status }: WorkflowInfo): string {
  return STATES[status];
}

/** Why it is where it is, if its state does not say it all. */
export function workflowReason({ status, reason }: WorkflowInfo): string {
  return status === "success" || (status === "paused" && reason === INTERRUPTED) ? "" : oneLine(reason, 300);
}

/** `3/8`; a loop, whose end nobody knows, is in `iteration 3`. */
export function progressOf({ kind, counts }: WorkflowInfo): string {
  const over = counts.succeeded + counts.failed + counts.skipped;
  const all = over + counts.running + counts.waiting;
  if (all === 0) {
    return "";
  }
  return kind === "loop" ? t("iteration {number}", { number: all }) : `${String(over)}/${String(all)}`;
}

/** `running · 3/8 · $0.42 of $5.00` */
export function workflowSummary(workflow: WorkflowInfo): string {
  const { durationSeconds } = workflow;
  return joined([
    workflowState(workflow),
    progressOf(workflow),
    workflowReason(workflow) || waitsForPerson(workflow),
    workflowCost(workflow),
    durationSeconds === null ? "" : duration(durationSeconds),
  ]);
}

/** What is asked of the user before it goes on. */
function waitsForPerson({ waitingFor }: WorkflowInfo): string {
  const names = waitingFor.map(({ approval }) => oneLine(approval, 60));
  return names.length === 0 ? "" : t("waiting for approval of {names}", { names: names.join(", ") });
}

export function workflowDetails(workflow: WorkflowInfo): string {
  const { startedAt, reason, workers, workflowId, inputTokens, outputTokens, counts } = workflow;
  const { waiting, running, succeeded, failed, skipped } = counts;
  const figures = Object.entries({ waiting, running, done: succeeded, failed, skipped });
  const tokens = inputTokens + outputTokens;
  return lines([
    workflowTitle(workflow),
    joined([workflowState(workflow), workflowCost(workflow)]),
    oneLine(reason, 600),
    figures.filter(([, count]) => count > 0).map(([name, count]) => `${String(count)} ${name}`).join(", "),
    workers > 1 ? t("At most {workers} at the same time", { workers }) : "",
    startedAt === null ? "" : t("Started: {time}", { time: timeOf(startedAt) }),
    tokens === 0 ? "" : t("Tokens: {inputTokens} in, {outputTokens} out", { inputTokens, outputTokens }),
    t("ID: {workflowId}", { workflowId: identifier(workflowId) }),
  ]);
}

/** What was running when its workflow stopped starts again when that is resumed. */
export function unitStatus({ phase, success }: UnitInfo, workflow: WorkflowInfo): UnitStatus {
  switch (phase) {
    case "running":
      return workflow.status === "running" ? "running" : "interrupted";
    case "done":
      return success === true ? "completed" : "failed";
    case "waiting":
    case "skipped":
      return phase;
  }
}

/** Its task where that says more than its name. */
export function unitTitle({ unitId, task }: UnitInfo, { kind }: WorkflowInfo): string {
  const number = /^iteration-(\d+)$/.exec(unitId)?.[1];
  if (kind === "loop" && number !== undefined) {
    return t("Iteration {number}", { number });
  }
  return /^parallel-\d+$/.test(unitId) ? oneLine(task, 120) || identifier(unitId) : oneLine(unitId, 120);
}

export function failedChecks({ checks }: UnitInfo): readonly UnitCheck[] {
  return checks.filter(({ passed }) => !passed);
}

/** `failed · 1 check failed · $0.01 · 12 s · architect/parallel-1` */
export function unitSummary(unit: UnitInfo, workflow: WorkflowInfo): string {
  const { phase, attempts, cost, durationSeconds, files, branch } = unit;
  const status = unitStatus(unit, workflow);
  const isOver = phase === "done";
  return joined([
    UNIT_STATES[status],
    phase === "waiting" ? waitsFor(unit, workflow) : status === "completed" ? "" : shortReason(unit),
    attempts > 1 ? t("attempt {number}", { number: attempts }) : "",
    cost === null ? "" : costOf({ inputTokens: 0, outputTokens: 0, usd: cost }),
    isOver && durationSeconds > 0 ? duration(durationSeconds) : "",
    files.length > 0 ? pluralize(files.length, "file") : "",
    branch === null ? "" : oneLine(branch, 80),
  ]);
}

function checkText({ command, passed }: UnitCheck): string {
  const shown = oneLine(command, 120);
  return passed ? t("Check passed: {command}", { command: shown }) : t("Check failed: {command}", { command: shown });
}

export function unitDetails(unit: UnitInfo, workflow: WorkflowInfo): string {
  const { unitId, task, agent, model, place, reason, attempts, steps, checks, files, branch } = unit;
  const more = files.length - MAX_FILES;
  const status = unitStatus(unit, workflow);
  return lines([
    `${identifier(unitId)}: ${status === "completed" ? t("completed") : UNIT_STATES[status]}`,
    oneLine(reason, 600),
    t("Task: {task}", { task: oneLine(task, 400) }),
    model === null ? t("Agent: {agent}", { agent: identifier(agent) }) : t("Agent: {agent}, {model}", { agent: identifier(agent), model: oneLine(modelName(model), 80) }),
    place === "copy" ? t("On a copy of the files") : t("In your files"),
    attempts > 1 ? t("Attempt {number}", { number: attempts }) : "",
    steps > 0 ? pluralize(steps, "step") : "",
    ...checks.map(checkText),
    branch === null ? "" : t("Branch: {branch}", { branch: oneLine(branch, 120) }),
    files.length > 0 ? t("Changed: {files}", { files: files.slice(0, MAX_FILES).map((file) => oneLine(file, 120)).join(", ") }) : "",
    more > 0 ? t("and {files} more", { files: pluralize(more, "file") }) : "",
  ]);
}

/** The checks that failed are its children, each with its name. */
function shortReason(unit: UnitInfo): string {
  const count = failedChecks(unit).length;
  return count > 0 ? t("{checks} failed", { checks: pluralize(count, "check") }) : oneLine(unit.reason, 200);
}

/** The units above it that are not over yet. */
function waitsFor({ needs }: UnitInfo, { units = [] }: WorkflowInfo): string {
  const open = units.filter(({ unitId, phase }) => needs.includes(unitId) && (phase === "waiting" || phase === "running"));
  return open.length === 0 ? "" : t("for {units}", { units: oneLine(open.map(({ unitId }) => unitId).join(", "), 120) });
}

function workflowCost({ cost, inputTokens, outputTokens, budgetUsd }: WorkflowInfo): string {
  const spent = costOf({ inputTokens, outputTokens, usd: cost });
  return budgetUsd === null ? spent : t("{spent} of {budget}", { spent: spent === "" ? "$0.00" : spent, budget: `$${budgetUsd.toFixed(2)}` });
}

function timeOf(written: string): string {
  const time = new Date(written);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleString();
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
