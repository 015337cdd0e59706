/** The conversation of a session: its runs, one after the other. */

import { isDecision, type Run } from "./run";

export interface Conversation {
  readonly runs: readonly Run[];
}

export const EMPTY: Conversation = { runs: [] };

/** The last run in which an agent works; a decision about its changes is none. */
export function lastRun(conversation: Conversation): Run | undefined {
  return conversation.runs.findLast((run) => !isDecision(run));
}

/** Whether all that the run did to files was undone, and not brought back since. */
export function isUndone(conversation: Conversation, runId: string): boolean {
  const { runs } = conversation;
  const undo = runs.findLast((run) => run.undoes === runId && run.outcome === "completed");
  return undo !== undefined && !isUndone(conversation, undo.runId);
}

/** The sum of what the runs cost, undefined if that of one is not known. */
export function costOf(conversation: Conversation): number | undefined {
  return conversation.runs.reduce<number | undefined>(
    (sum, run) => (sum === undefined || run.costUsd === undefined ? undefined : sum + run.costUsd),
    0,
  );
}
