/** The conversation of a session: its runs, one after the other. */

import type { Run } from "./run";

export interface Conversation {
  readonly runs: readonly Run[];
}

export const EMPTY: Conversation = { runs: [] };

/** The run that the conversation ends with. */
export function lastRun(conversation: Conversation): Run | undefined {
  return conversation.runs.at(-1);
}

/** The sum of what the runs cost, undefined if that of one is not known. */
export function costOf(conversation: Conversation): number | undefined {
  return conversation.runs.reduce<number | undefined>(
    (sum, run) => (sum === undefined || run.costUsd === undefined ? undefined : sum + run.costUsd),
    0,
  );
}
