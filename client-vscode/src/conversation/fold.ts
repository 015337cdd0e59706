/** What an event makes of a conversation. */

import type { Conversation } from "./conversation";
import { isDelta, type RunEvent } from "./event";
import { foldCall } from "./foldCall";
import { foldDecision } from "./foldDecision";
import { foldModel } from "./foldModel";
import { foldNotice } from "./foldNotice";
import { foldState } from "./foldState";
import { isDecision, newRun, type Run } from "./run";

type Fold = (run: Run, event: RunEvent) => Run;

const FOLDS: ReadonlyMap<string, Fold> = new Map(
  Object.entries({
    "run.started": foldState,
    "run.state": foldState,
    "run.finished": foldState,
    "user.said": foldState,
    "step.started": foldModel,
    "model.delta": foldModel,
    "model.reasoning": foldModel,
    "model.retried": foldModel,
    "model.switched": foldModel,
    "model.replied": foldModel,
    "model.requested": foldModel,
    "tool.requested": foldCall,
    "tool.decided": foldCall,
    "tool.output": foldCall,
    "tool.finished": foldCall,
    "child.replied": foldModel,
    "child.started": foldCall,
    "child.called": foldCall,
    "child.denied": foldCall,
    "child.finished": foldCall,
    "background.started": foldCall,
    "background.ended": foldCall,
    "background.kept": foldCall,
    "file.changed": foldCall,
    "file.proposed": foldCall,
  }),
);

/** The conversation after `event`; the same object if it was known already, or changes nothing. */
export function fold(conversation: Conversation, event: RunEvent): Conversation {
  const known = conversation.runs.find((run) => run.runId === event.runId);
  const run = known ?? newRun(event.runId);
  const after = folded(run, event);
  if (after === known) {
    return conversation;
  }
  return { ...conversation, runs: placed(conversation.runs, after) };
}

/** The conversation after all of `events`, in their order. */
export function foldAll(conversation: Conversation, events: Iterable<RunEvent>): Conversation {
  let after = conversation;
  for (const event of events) {
    after = fold(after, event);
  }
  return after;
}

function folded(run: Run, event: RunEvent): Run {
  const change = isDecision(run) ? foldDecision : (FOLDS.get(event.type) ?? foldNotice);
  if (isDelta(event)) {
    return event.seq < run.seq ? run : change(run, event);
  }
  return event.seq <= run.seq ? run : { ...change(run, event), seq: event.seq };
}

function placed(runs: readonly Run[], run: Run): readonly Run[] {
  const index = runs.findIndex((each) => each.runId === run.runId);
  return index < 0 ? [...runs, run] : runs.with(index, run);
}
