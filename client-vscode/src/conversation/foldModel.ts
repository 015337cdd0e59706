/** What the model thinks and says, in a run. */

import { t } from "../l10n";
import { modelName } from "../modelName";
import type { ReasoningBlock, ReplyBlock } from "./blocks";
import { fieldsOf, isFields, numberOf, textOf, type RunEvent } from "./event";
import { lastOf, withBlock, withChanged, withoutBlock, type Run } from "./run";

export function foldModel(before: Run, event: RunEvent): Run {
  if (event.type === "child.replied") {
    return withSpending(before, event);
  }
  const run = sentAgain(before);
  switch (event.type) {
    case "step.started":
      return { ...withCheckpoint(closed(run)), steps: numberOf(event, "step") ?? run.steps };
    case "model.requested":
      return { ...run, contextPercent: numberOf(event, "contextPercent") ?? run.contextPercent };
    case "model.reasoning":
      return thinking(run, textOf(event, "text"));
    case "model.delta":
      return streamed(run, textOf(event, "text"));
    case "model.retried":
      return retried(run, event);
    case "model.switched":
      return switched(run, event);
    default:
      return replied(run, event);
  }
}

/** The run with a place to go back to, if its last step changed files. */
function withCheckpoint(run: Run): Run {
  const step = run.changedInStep;
  return step === 0 ? run : withBlock({ ...run, changedInStep: 0 }, { kind: "checkpoint", step });
}

/** The run with no reply that is still open, and no request that waits to be sent again. */
export function closed(run: Run): Run {
  const { thought, reply } = openParts(run);
  const sent = sentAgain(run);
  const known = thought === undefined ? sent : withChanged(sent, { ...thought, state: "done" });
  return reply === undefined ? known : withChanged(known, { ...reply, isComplete: true });
}

interface OpenParts {
  readonly thought: ReasoningBlock | undefined;
  readonly reply: ReplyBlock | undefined;
}

/** What there is of a reply that is not complete. */
function openParts(run: Run): OpenParts {
  const thought = lastOf(run, "reasoning");
  const reply = lastOf(run, "reply");
  return {
    thought: thought?.state === "done" ? undefined : thought,
    reply: reply?.isComplete === false ? reply : undefined,
  };
}

function withoutOpenParts(run: Run): Run {
  const { thought, reply } = openParts(run);
  return [thought, reply].reduce(
    (rest, each) => (each === undefined ? rest : withoutBlock(rest, each.id)),
    run,
  );
}

function thinking(run: Run, text: string): Run {
  const { thought } = openParts(run);
  if (thought !== undefined) {
    return withChanged(run, { ...thought, text: thought.text + text });
  }
  const begun = { kind: "reasoning", text, state: "thinking", durationS: undefined } as const;
  return text.trim() === "" ? run : withBlock(run, begun);
}

function streamed(run: Run, text: string): Run {
  const { thought, reply } = openParts(run);
  const known =
    thought?.state === "thinking" ? withChanged(run, { ...thought, state: "replying" }) : run;
  if (reply === undefined) {
    return text === "" ? known : withBlock(known, { kind: "reply", text, isComplete: false });
  }
  return withChanged(known, { ...reply, text: reply.text + text });
}

/** What the failed attempt thought and said is void; what fails again in the same way is told once. */
function retried(run: Run, event: RunEvent): Run {
  const delayS = numberOf(event, "delayS") ?? 0;
  const failedAt = Date.parse(event.ts);
  const reason = textOf(event, "reason");
  const known = withoutOpenParts(run);
  const last = known.blocks.at(-1);
  const next = {
    kind: "retry",
    attempt: (numberOf(event, "attempt") ?? 1) + 1,
    delayS,
    at: Number.isNaN(failedAt) ? 0 : failedAt + delayS * 1_000,
    reason,
    isOver: false,
  } as const;
  return last?.kind === "retry" && last.reason === reason
    ? withChanged(known, { ...last, ...next })
    : withBlock(known, next);
}

/** The run after the next sign of the model: what was to be sent again has been. */
function sentAgain(run: Run): Run {
  const retry = lastOf(run, "retry");
  return retry?.isOver === false ? withChanged(run, { ...retry, isOver: true }) : run;
}

/** What the model before thought and said is void, too. */
function switched(run: Run, event: RunEvent): Run {
  const text = t("{model} takes over from {before}", { model: modelName(textOf(event, "model")), before: modelName(textOf(event, "before")) });
  const detail = textOf(event, "reason");
  return withBlock(withoutOpenParts(run), { kind: "note", tone: "warning", text, detail });
}

/** The complete reply counts, since pieces of it may have been lost. */
function replied(run: Run, event: RunEvent): Run {
  const text = textOf(event, "text").trimEnd();
  const after = withThought(withSpending(withModel(run, textOf(event, "model")), event), event);
  const { reply } = openParts(after);
  if (reply === undefined) {
    return text === "" ? after : withBlock(after, { kind: "reply", text, isComplete: true });
  }
  return text === ""
    ? withoutBlock(after, reply.id)
    : withChanged(after, { ...reply, text, isComplete: true });
}

/** The run with what was thought before the reply, above it. */
function withThought(run: Run, event: RunEvent): Run {
  const text = textOf(event, "reasoning").trimEnd();
  const { thought, reply } = openParts(run);
  const whole = { text, state: "done", durationS: numberOf(event, "reasoningS") } as const;
  if (thought !== undefined) {
    return withChanged(run, { ...thought, ...whole, text: text === "" ? thought.text : text });
  }
  if (text === "") {
    return run;
  }
  const before = reply === undefined ? run : withoutBlock(run, reply.id);
  return withBlock(before, { kind: "reasoning", ...whole });
}

/** The run, whose task names the models that reply to it. */
function withModel(run: Run, model: string): Run {
  if (model === "" || run.models.includes(model)) {
    return run;
  }
  const models = [...run.models, model];
  const task = lastOf(run, "task");
  const named = task === undefined ? run : withChanged(run, { ...task, model: inTurn(models.map(modelName)) });
  return { ...named, models };
}

function inTurn(names: readonly string[]): string {
  return names.reduce((first, next) => t("{first}, then {next}", { first, next }));
}

function withSpending(run: Run, event: RunEvent): Run {
  const usage = fieldsOf(event["usage"]);
  const cost = numberOf(event, "costUsd");
  const isCounted = isFields(event["usage"]) || cost !== undefined;
  return {
    ...run,
    inputTokens: run.inputTokens + (numberOf(usage, "inputTokens") ?? 0),
    cachedTokens: run.cachedTokens + (numberOf(usage, "cachedTokens") ?? 0),
    outputTokens: run.outputTokens + (numberOf(usage, "outputTokens") ?? 0),
    costUsd: sum(run.costUsd, isCounted ? cost : undefined),
  };
}

function sum(before: number | undefined, cost: number | undefined): number | undefined {
  return before === undefined || cost === undefined ? undefined : before + cost;
}
