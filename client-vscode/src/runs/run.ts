/** A run as this window knows it. */

import type { Ending, RunState as Standing } from "../protocol/generated";
import type { Remedy } from "../remedies";

/**
 * `lost` is what becomes of a run that goes on when its server ends; the server's successor knows
 * from the journal how it ended.
 */
export type RunState = "queued" | "running" | "waiting" | "cancelling" | "done" | "lost";

/** `usd` is null where the price of the model is not known. */
export interface Spending {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number | null;
}

export interface Run {
  readonly runId: string;
  /** Counts up; the newest run has the highest. */
  readonly number: number;
  readonly state: RunState;
  readonly outcome: string | undefined;
  /** How it ended, as the server puts it. */
  readonly ending: Ending | undefined;
  /** In the queue, from 1; 0 when it does not wait in one. */
  readonly position: number;
  readonly waitsFor: string | undefined;
  readonly title: string;
  readonly agent: string | undefined;
  readonly model: string | undefined;
  /** Those that replied, the last one at the end. */
  readonly models: readonly string[];
  readonly sessionId: string | undefined;
  readonly root: string | undefined;
  readonly startedAt: string | undefined;
  readonly step: number;
  readonly maxSteps: number | undefined;
  /** The call that is being made, in a few words. */
  readonly activity: string | undefined;
  readonly spending: Spending;
  /** Paths relative to `root`. */
  readonly filesChanged: readonly string[];
  /** Of which it proposes changes instead of making them. */
  readonly filesProposed: readonly string[];
  readonly findings: number;
  readonly denied: number;
  readonly output: string | undefined;
  /** Its output is a label and what stopped it, in place of what the model would have said. */
  readonly isWithoutSummary: boolean;
  readonly error: string | undefined;
  /** What the server says helps against its error. */
  readonly remedy: Remedy | undefined;
  /** The reason given for its cancellation. */
  readonly reason: string | undefined;
  readonly isUndone: boolean;
  /** Of the last event that was folded. */
  readonly seq: number;
  /** The number of the event up to which the figures of a RunInfo have counted already. */
  readonly countedUpTo: number;
}

export function newRun(runId: string, number: number): Run {
  return {
    runId,
    number,
    state: "queued",
    outcome: undefined,
    ending: undefined,
    position: 0,
    waitsFor: undefined,
    title: "",
    agent: undefined,
    model: undefined,
    models: [],
    sessionId: undefined,
    root: undefined,
    startedAt: undefined,
    step: 0,
    maxSteps: undefined,
    activity: undefined,
    spending: { inputTokens: 0, outputTokens: 0, usd: 0 },
    filesChanged: [],
    filesProposed: [],
    findings: 0,
    denied: 0,
    output: undefined,
    isWithoutSummary: false,
    error: undefined,
    remedy: undefined,
    reason: undefined,
    isUndone: false,
    seq: 0,
    countedUpTo: 0,
  };
}

/** What a run waits for in the words of the protocol, and `input` where the agent asks the user something. */
export function waitsForOf({ waitsFor, pending }: Pick<Standing, "waitsFor" | "pending">): string | undefined {
  if (pending === undefined) {
    return waitsFor;
  }
  return pending.kind === "question" ? "input" : "confirm";
}

/** Whether the user is to answer something. */
export function asksUser(run: Run): boolean {
  return run.state === "waiting" && (run.waitsFor === "confirm" || run.waitsFor === "input");
}

/** Whether it may still do something. */
export function isOpen(run: Run): boolean {
  return run.state !== "done" && run.state !== "lost";
}

/** Whether it has changes to undo, or proposals to discard. */
export function canBeUndone(run: Run): boolean {
  const files = run.filesChanged.length + run.filesProposed.length;
  return !isOpen(run) && files > 0 && !run.isUndone;
}
