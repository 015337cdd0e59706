/** Labels of a run for lists, the status bar and screen readers. All text is safe to display. */

import { pluralize, oneLine, identifier } from "../displayText";
import type { Run, Spending } from "./run";

const WAITS_FOR: Readonly<Record<string, string>> = {
  confirm: "waiting for confirmation",
  save: "waiting for save",
  input: "waiting for your answer",
};

const OUTCOMES: Readonly<Record<string, string>> = {
  completed: "done",
  failed: "failed",
  limit: "limit reached",
  blocked: "blocked",
  interrupted: "interrupted",
  cancelled: "cancelled",
};

/** Its task. */
export function titleOf(run: Run): string {
  return oneLine(run.title, 120) || identifier(run.runId);
}

/** `step 3: run_command npm test`, `waiting for confirmation`, `Done` */
export function stateText(run: Run): string {
  switch (run.state) {
    case "queued":
      return run.waitsFor ? oneLine(run.waitsFor, 80) : run.position > 0 ? `queued at position ${String(run.position)}` : "queued";
    case "running":
      return running(run);
    case "waiting":
      return WAITS_FOR[run.waitsFor ?? ""] ?? "waiting";
    case "cancelling":
      return "stopping";
    case "lost":
      return "connection lost";
    case "done":
      return run.ending === undefined ? (OUTCOMES[run.outcome ?? ""] ?? "done") : oneLine(run.ending.words, 80);
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
  const state = ahead.state === "waiting" ? stateText(ahead) : "in progress";
  return `“${oneLine(ahead.title, 60)}” is ${state}`;
}

function running(run: Run): string {
  const step = run.step > 0 ? `step ${String(run.step)}` : "starting";
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
    files > 0 ? `${pluralize(files, "file")}${run.isUndone ? " undone" : ""}` : "",
    proposed > 0 ? `${pluralize(proposed, "file")} proposed` : "",
    run.findings > 0 ? pluralize(run.findings, "finding") : "",
    // An ending may say so itself.
    run.denied > 0 && !state.includes("denied") ? `${String(run.denied)} denied` : "",
    costOf(run.spending),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** Those that replied; before the first reply the one that is asked. */
function modelsOf(run: Run): string {
  const models = run.models.length > 0 ? run.models : [run.model ?? ""];
  const names = models.filter((model) => model !== "").map((model) => oneLine(model, 80));
  return names.length === 0 ? "" : `${names.length === 1 ? "Model" : "Models"}: ${names.join(", ")}`;
}

/** All that is worth reading about it, for a tooltip. */
export function detailsOf(run: Run): string {
  const step = run.maxSteps === undefined ? "" : ` of ${String(run.maxSteps)}`;
  const { inputTokens, outputTokens } = run.spending;
  const lines = [
    titleOf(run),
    summaryOf(run),
    run.agent === undefined ? "" : `Agent: ${identifier(run.agent)}`,
    modelsOf(run),
    run.step > 0 ? `Step ${String(run.step)}${step}` : "",
    inputTokens > 0 ? `Tokens: ${String(inputTokens)} in, ${String(outputTokens)} out` : "",
    run.error === undefined ? "" : `Error: ${oneLine(run.error, 400)}`,
    run.reason === undefined ? "" : `Cancelled: ${oneLine(run.reason, 200)}`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}
