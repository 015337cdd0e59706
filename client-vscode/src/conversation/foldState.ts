/** The state of a run: its start, its states, its questions and its end. */

import { modelName } from "../modelName";
import type { AttachedPart, Choice, Outcome, SelectedLines } from "./blocks";
import { fieldsOf, isFields, isSet, listOf, numberOf, textOf, textsOf, type Fields, type RunEvent } from "./event";
import { interrupted } from "./foldCall";
import { begunDecision } from "./foldDecision";
import { closed } from "./foldModel";
import { readRemedy } from "../remedies";
import { CUT_OFF, endingOf, isOutcome, outcomeOf, readEnding } from "./outcome";
import { isDecision, lastOf, withBlock, withChanged, type Run, type RunState } from "./run";

export function foldState(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case "run.started":
      return started(run, event);
    case "run.finished":
      return finished(run, event);
    case "user.said":
      return said(run, event);
    default:
      return stateChanged(run, event);
  }
}

/** The run after what the server says of it (`RunInfo`): runs of the past have no states. */
export function withInfo(run: Run, info: Fields): Run {
  if (isDecision(run)) {
    return run;
  }
  const usd = numberOf(fieldsOf(info["usage"]), "usd");
  const known = { ...run, costUsd: usd ?? run.costUsd };
  return withQueuedWords(stateChanged(known, info), textOf(info, "title"));
}

/** What a run is about that has not begun: its task comes with its first event. */
function withQueuedWords(run: Run, text: string): Run {
  const isBare = run.state === "queued" && run.blocks.length === 0 && text !== "";
  return isBare ? withBlock(run, { kind: "message", text, selection: undefined, attached: [] }) : run;
}

function started(run: Run, event: RunEvent): Run {
  const sessionId = textOf(event, "sessionId");
  const about = {
    sessionId: sessionId === "" ? run.sessionId : sessionId,
    task: textOf(event, "task"),
    undoes: textOf(event, "undoes"),
    restores: textOf(event, "restores"),
    agent: textOf(event, "agent"),
    model: textOf(event, "model"),
    mode: textOf(event, "mode"),
    isDryRun: isSet(event, "dryRun"),
    maxSteps: numberOf(event, "maxSteps"),
  };
  const { task, agent, model, isDryRun } = about;
  const title = textOf(event, "title");
  const typed = textOf(event, "typed");
  const attached = attachedIn(event);
  const selection = attached.length > 0 ? undefined : selectionIn(textOf(event, "opening").slice(task.length));
  // Its words in the queue make room for the whole of it.
  const begun = { ...run, ...about, blocks: run.blocks.filter(({ kind }) => kind !== "message") };
  return isDecision(begun)
    ? begunDecision(begun)
    : withBlock(begun, { kind: "task", title, text: task, typed, selection, attached, agent, model: modelName(model), isDryRun, canRestore: false });
}

function said(run: Run, event: RunEvent): Run {
  const text = textOf(event, "text");
  const told = textOf(event, "told");
  const attached = attachedIn(event);
  const selection = attached.length > 0 ? undefined : selectionIn(told.slice(told.indexOf(text) + text.length));
  return withBlock(closed(run), { kind: "message", text, selection, attached });
}

function attachedIn(event: RunEvent): readonly AttachedPart[] {
  return listOf(event, "attached").map((each) => {
    const part = fieldsOf(each);
    return {
      kind: textOf(part, "kind"),
      name: textOf(part, "name"),
      lines: numberOf(part, "lines") ?? 0,
      bytes: numberOf(part, "bytes") ?? 0,
    };
  });
}

/** What goes with a task names the selection so (the server's `requests.py`). */
const SELECTION = /\n<selection from=(['"])((.+), lines? (\d+).*)\1>\n/;

function selectionIn(attachments: string): SelectedLines | undefined {
  const [, , words = "", path = "", line] = SELECTION.exec(attachments) ?? [];
  return line === undefined ? undefined : { path, line: Number(line), words };
}

const STATES: ReadonlySet<string> = new Set<RunState>([
  "queued",
  "running",
  "waiting",
  "cancelling",
  "done",
]);

function isState(text: string): text is RunState {
  return STATES.has(text);
}

function stateChanged(run: Run, event: Fields): Run {
  const state = textOf(event, "state");
  if (!isState(state)) {
    return run;
  }
  const moved: Run = {
    ...run,
    state,
    position: numberOf(event, "position") ?? 0,
    // `RunInfo` has the question alone.
    waitsFor: textOf(event, "waitsFor") || (isFields(event["pending"]) ? "confirm" : ""),
    error: textOf(event, "error") === "" ? run.error : textOf(event, "error"),
    reason: textOf(event, "reason") === "" ? run.reason : textOf(event, "reason"),
    remedy: readRemedy(event["remedy"]) ?? run.remedy,
    ending: readEnding(fieldsOf(event["ending"])) ?? run.ending,
  };
  const withPending = withQuestion(moved, fieldsOf(event["pending"]));
  const outcome = textOf(event, "outcome");
  return state === "done" ? ended(withPending, isOutcome(outcome) ? outcome : "failed") : withPending;
}

const CHOICES: ReadonlySet<string> = new Set<Choice>([
  "once",
  "run",
  "project",
  "always",
  "deny",
  "stop",
]);

function isChoice(text: string): text is Choice {
  return CHOICES.has(text);
}

/** The run with the question that waits, and no other open one. */
function withQuestion(run: Run, pending: Fields): Run {
  const requestId = textOf(pending, "requestId");
  const last = lastOf(run, "question");
  const open = last?.isOpen === true ? last : undefined;
  if (requestId === (open?.requestId ?? "")) {
    return run;
  }
  const rest = open === undefined ? run : withChanged(run, { ...open, isOpen: false });
  if (requestId === "") {
    return rest;
  }
  return withBlock(rest, {
    kind: "question",
    requestId,
    about: textOf(pending, "kind"),
    message: textOf(pending, "message"),
    choices: textsOf(pending, "options").filter(isChoice),
    offers: textsOf(pending, "offers"),
    suggestions: textsOf(pending, "answers"),
    isOpen: true,
  });
}

function finished(run: Run, event: RunEvent): Run {
  const stopReason = textOf(event, "stopReason");
  const error = fieldsOf(event["error"]);
  const known: Run = {
    ...run,
    stopReason,
    error: isFields(event["error"]) ? textOf(error, "brief") || textOf(error, "message") : run.error,
    remedy: readRemedy(error["remedy"]) ?? run.remedy,
    durationS: numberOf(event, "durationS"),
  };
  const output = textOf(event, "output").trim();
  const lastReply = lastOf(known, "reply")?.text.trim() ?? "";
  const whole =
    output === "" || output === lastReply || output === known.error.trim() || isSaid(event, stopReason)
      ? known
      : withBlock(closed(known), { kind: "reply", text: output, isComplete: true });
  // The state follows with the outcome; journals of the past end here.
  return ended(whole, outcomeOf(textOf(event, "status"), stopReason));
}

/** Whether a note about the net that ended the run says what stands in the place of a summary. */
function isSaid(event: RunEvent, stopReason: string): boolean {
  return isSet(event, "withoutSummary") && stopReason !== "user_interrupt";
}

function detailOf({ reason, error }: Run, outcome: Outcome): string {
  const said = outcome === "completed" ? "" : [reason, error].filter(Boolean).join("\n");
  return said === "" && outcome === "interrupted" ? CUT_OFF : said;
}

/** The run at its end. What the server calls its outcome comes last, and counts. */
function ended(run: Run, outcome: Outcome): Run {
  const over = withQuestion(interrupted(closed(run)), {});
  const done: Run = { ...over, state: "done", outcome, position: 0, waitsFor: "" };
  const { words, tone } = done.ending ?? endingOf(done, outcome);
  const about = {
    outcome,
    tone,
    title: words,
    detail: detailOf(done, outcome),
    isPlan: done.agent === "plan" && outcome === "completed",
    costUsd: done.costUsd,
    durationS: done.durationS,
    remedy: done.remedy,
  };
  const told = withoutReasonAgain(done, about.detail);
  const before = lastOf(told, "outcome");
  return before === undefined
    ? withBlock(told, { kind: "outcome", ...about })
    : withChanged(told, { ...before, ...about });
}

/** Why requests failed is not told above the end as well, which tells it. */
function withoutReasonAgain(run: Run, detail: string): Run {
  const retry = lastOf(run, "retry");
  const isRepeated = retry !== undefined && retry.reason !== "" && detail.includes(retry.reason);
  return isRepeated ? withChanged(run, { ...retry, reason: "" }) : run;
}
