/** What an event makes of a run. */

import { t } from "../l10n";
import { modelName } from "../modelName";
import type { RunEvent } from "../protocol/generated";
import { readRemedy } from "../remedies";
import { waitsForOf, type Run, type Spending } from "./run";

/** `run` after `event`; the same object if it was known already. */
export function fold(run: Run, event: RunEvent): Run {
  if (isDelta(event)) {
    return run;
  }
  return event.seq <= run.seq ? run : { ...change(run, event), seq: event.seq };
}

/**
 * Whether events were missed before this one. Deltas carry the number of the event before them, so
 * they tell; the others cannot, since numbers grow by leaps.
 */
export function showsGap(run: Run, event: RunEvent): boolean {
  return isDelta(event) && event.seq > run.seq;
}

/** Shown once, not kept by the server, and numbered like the event before. */
function isDelta(event: RunEvent): boolean {
  return (
    event.type === "model.delta" ||
    event.type === "model.reasoning" ||
    event.type === "tool.output" ||
    event.type === "gate.started"
  );
}

function change(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case "run.state":
      return stateChanged(run, event);
    case "run.started":
      return {
        ...run,
        title: run.title || event.title || event.task,
        agent: event.agent,
        model: event.model,
        sessionId: event.sessionId,
        root: run.root ?? event.workspace,
        startedAt: run.startedAt ?? event.ts,
        maxSteps: event.maxSteps,
      };
    case "step.started":
      return { ...run, step: event.step, activity: undefined };
    case "model.retried":
      return { ...run, activity: t("waiting to send the request again") };
    case "model.switched":
      return { ...run, activity: t("{model} takes over", { model: modelName(event.model) }) };
    case "model.replied":
      return { ...(counts(run, event.seq) ? replied(run, event) : run), activity: undefined };
    case "tool.decided":
      return decided(run, event);
    case "tool.finished":
      return { ...run, activity: undefined };
    case "file.changed":
      return { ...run, filesChanged: withPath(run.filesChanged, event.path) };
    case "file.proposed":
      return { ...run, filesProposed: withPath(run.filesProposed, event.path) };
    case "finding.reported":
      return { ...run, findings: run.findings + 1 };
    case "run.finished":
      return finished(run, event);
    default:
      return run;
  }
}

type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

function finished(run: Run, event: Of<"run.finished">): Run {
  return {
    ...run,
    activity: undefined,
    output: event.output,
    isWithoutSummary: event.withoutSummary === true,
    error: [event.error?.brief, event.error?.message, run.error].find(Boolean),
    remedy: readRemedy(event.error?.remedy) ?? run.remedy,
  };
}

function stateChanged(run: Run, event: Of<"run.state">): Run {
  return {
    ...run,
    state: event.state,
    position: event.position,
    outcome: event.outcome ?? run.outcome,
    ending: event.ending ?? run.ending,
    waitsFor: waitsForOf(event),
    error: event.error ?? run.error,
    remedy: readRemedy(event.remedy) ?? run.remedy,
    reason: event.reason ?? run.reason,
    activity: event.state === "done" ? undefined : run.activity,
  };
}

function decided(run: Run, event: Of<"tool.decided">): Run {
  if (event.allowed) {
    return { ...run, activity: `${event.name} ${event.summary}`.trim() };
  }
  return counts(run, event.seq) ? { ...run, denied: run.denied + 1 } : run;
}

/** Whether the figures of an event are not among those that a RunInfo brought. */
function counts(run: Run, seq: number): boolean {
  return seq > run.countedUpTo;
}

function replied(run: Run, event: Of<"model.replied">): Run {
  const others = run.models.filter((model) => model !== event.model);
  return { ...run, models: [...others, event.model], spending: spent(run.spending, event) };
}

function spent(before: Spending, event: Of<"model.replied">): Spending {
  const cost = event.costUsd;
  return {
    inputTokens: before.inputTokens + (event.usage?.inputTokens ?? 0),
    outputTokens: before.outputTokens + (event.usage?.outputTokens ?? 0),
    usd: before.usd === null || cost === null ? null : before.usd + cost,
  };
}

function withPath(paths: readonly string[], path: string): readonly string[] {
  return paths.includes(path) ? paths : [...paths, path];
}
