/** What the model says, in a run. */

import type { ReplyBlock } from "./blocks";
import { fieldsOf, isFields, numberOf, textOf, type RunEvent } from "./event";
import { lastOf, withBlock, withChanged, withoutBlock, type Run } from "./run";

export function foldModel(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case "step.started":
      return { ...closed(run), steps: numberOf(event, "step") ?? run.steps };
    case "model.delta":
      return streamed(run, textOf(event, "text"));
    case "model.retried":
      return retried(run, event);
    default:
      return replied(run, event);
  }
}

/** The run with no reply that is still open. */
export function closed(run: Run): Run {
  const open = openReply(run);
  return open === undefined ? run : withChanged(run, { ...open, isComplete: true });
}

function openReply(run: Run): ReplyBlock | undefined {
  const last = lastOf(run, "reply");
  return last?.isComplete === false ? last : undefined;
}

function streamed(run: Run, text: string): Run {
  const open = openReply(run);
  if (open === undefined) {
    return text === "" ? run : withBlock(run, { kind: "reply", text, isComplete: false });
  }
  return withChanged(run, { ...open, text: open.text + text });
}

/** What the failed attempt said is void. */
function retried(run: Run, event: RunEvent): Run {
  const open = openReply(run);
  const before = open === undefined ? run : withoutBlock(run, open.id);
  const text = `The model did not respond; retrying (attempt ${String(numberOf(event, "attempt") ?? 1)})`;
  return withBlock(before, {
    kind: "note",
    tone: "warning",
    text,
    detail: textOf(event, "reason"),
  });
}

/** The complete reply counts, since pieces of it may have been lost. */
function replied(run: Run, event: RunEvent): Run {
  const text = textOf(event, "text").trimEnd();
  const open = openReply(run);
  const spent = withSpending(run, event);
  if (open === undefined) {
    return text === "" ? spent : withBlock(spent, { kind: "reply", text, isComplete: true });
  }
  return text === ""
    ? withoutBlock(spent, open.id)
    : withChanged(spent, { ...open, text, isComplete: true });
}

function withSpending(run: Run, event: RunEvent): Run {
  const usage = fieldsOf(event["usage"]);
  const cost = numberOf(event, "costUsd");
  const isCounted = isFields(event["usage"]) || cost !== undefined;
  return {
    ...run,
    inputTokens: run.inputTokens + (numberOf(usage, "inputTokens") ?? 0),
    outputTokens: run.outputTokens + (numberOf(usage, "outputTokens") ?? 0),
    costUsd: sum(run.costUsd, isCounted ? cost : undefined),
  };
}

function sum(before: number | undefined, cost: number | undefined): number | undefined {
  return before === undefined || cost === undefined ? undefined : before + cost;
}
