/** Labels of a run for lists, the status bar and screen readers. All text is safe to display. */

import { pluralize, oneLine, identifier } from "../displayText";
import { shown, t } from "../l10n";
import { modelName } from "../modelName";
import type { Run, Spending } from "./run";

const WAITS_FOR: Readonly<Record<string, string>> = {
  confirm: t("waiting for confirmation"),
  save: t("waiting for save"),
  input: t("waiting for your answer"),
};

const OUTCOMES: Readonly<Record<string, string>> = {
  completed: t("done"),
  failed: t("failed"),
  limit: t("limit reached"),
  blocked: t("blocked"),
  interrupted: t("interrupted"),
  cancelled: t("cancelled"),
};

/** Its task. */
export function titleOf(run: Run): string {
  return oneLine(run.title, 120) || identifier(run.runId);
}

/** `step 3: run_command npm test`, `waiting for confirmation`, `Done` */
export function stateText(run: Run): string {
  switch (run.state) {
    case "queued":
      return run.waitsFor ? oneLine(run.waitsFor, 80) : run.position > 0 ? t("queued at position {position}", { position: run.position }) : t("queued");
    case "running":
      return running(run);
    case "waiting":
      return WAITS_FOR[run.waitsFor ?? ""] ?? t("waiting");
    case "cancelling":
      return t("stopping");
    case "lost":
      return t("connection lost");
    case "done":
      return run.ending === undefined ? (OUTCOMES[run.outcome ?? ""] ?? t("done")) : oneLine(shown(run.ending.words), 80);
  }
}

/** What a run in the queue waits for: `“make it faster” is waiting for confirmation`; empty if nothing is known. */
export function queuedBehind(runs: { readonly open: () => readonly Run[]; readonly get: (runId: string) => Run | undefined }, runId: string): string {
  const root = runs.get(runId)?.root;
  const others = runs.open().filter((run) => run.runId !== runId && run.state !== "queued");
  const ahead = others.find((run) => root === undefined || run.root === root);
  if (ahead === undefined) {
    return "";
  }
  const state = ahead.state === "waiting" ? stateText(ahead) : t("in progress");
  return t("“{title}” is {state}", { title: oneLine(ahead.title, 60), state });
}

function running(run: Run): string {
  const step = run.step > 0 ? t("step {step}", { step: run.step }) : t("starting");
  return run.activity === undefined ? step : `${step}: ${oneLine(run.activity, 60)}`;
}

/** What it has cost so far; empty before the first model call. */
export function costOf(spending: Spending): string {
  const tokens = spending.inputTokens + spending.outputTokens;
  if (spending.usd === null) {
    return pluralize(tokens, "token");
  }
  if (spending.usd === 0) {
    return "";
  }
  return `$${spending.usd.toFixed(spending.usd < 0.1 ? 4 : 2)}`;
}

/** `Done · 2 files · $0.0042` */
export function summaryOf(run: Run): string {
  const files = run.filesChanged.length;
  const proposed = run.isUndone ? 0 : run.filesProposed.length;
  const state = stateText(run);
  const parts = [
    state,
    files > 0 ? filesText(files, run) : "",
    proposed > 0 ? t("{files} proposed", { files: pluralize(proposed, "file") }) : "",
    run.findings > 0 ? pluralize(run.findings, "finding") : "",
    // An ending may say so itself.
    run.denied > 0 && !saysDenials(run) ? t("{denied} denied", { denied: run.denied }) : "",
    costOf(run.spending),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function filesText(count: number, { isUndone }: Run): string {
  const files = pluralize(count, "file");
  return isUndone ? t("{files} undone", { files }) : files;
}

/** Whether the words of its ending are about what was denied. */
function saysDenials({ ending, outcome }: Run): boolean {
  return ending !== undefined && outcome === "blocked";
}

/** Those that replied; before the first reply the one that is asked. */
function modelsOf(run: Run): string {
  const models = run.models.length > 0 ? run.models : [run.model ?? ""];
  const names = models.filter((model) => model !== "").map((model) => oneLine(modelName(model), 80));
  return names.length === 0 ? "" : `${names.length === 1 ? t("Model") : t("Models")}: ${names.join(", ")}`;
}

function stepOf({ step: number, maxSteps: most }: Run): string {
  if (number === 0) {
    return "";
  }
  return most === undefined ? t("Step {number}", { number }) : t("Step {number} of {most}", { number, most });
}

/** All that is worth reading about it, for a tooltip. */
export function detailsOf(run: Run): string {
  const { inputTokens, outputTokens } = run.spending;
  const lines = [
    titleOf(run),
    summaryOf(run),
    run.agent === undefined ? "" : t("Agent: {agent}", { agent: identifier(run.agent) }),
    modelsOf(run),
    stepOf(run),
    inputTokens > 0 ? t("Tokens: {inputTokens} in, {outputTokens} out", { inputTokens, outputTokens }) : "",
    run.error === undefined ? "" : t("Error: {error}", { error: oneLine(run.error, 400) }),
    run.reason === undefined ? "" : t("Cancelled: {reason}", { reason: oneLine(run.reason, 200) }),
  ];
  return lines.filter((line) => line !== "").join("\n");
}
