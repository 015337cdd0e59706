/** What else happens in a run: checks, findings, plans, and what there is to be noted. */

import { t } from "../l10n";
import type { ChecklistItem, GateBlock } from "./blocks";
import { fieldsOf, isSet, listOf, numberOf, textOf, textsOf, type RunEvent } from "./event";
import { healthMeasured } from "./healthNote";
import type { Note } from "./note";
import { lastOf, withBlock, withChanged, withoutBlock, type Run } from "./run";
import { pluralize } from "../displayText";

export function foldNotice(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case "gate.started":
    case "gate.ran":
    case "gate.skipped":
      return gate(run, event);
    case "finding.reported":
      return finding(run, event);
    case "action.planned":
      return planned(run, event);
    case "plan.updated":
      return listed(run, event);
    default:
      return noted(run, event);
  }
}

function gate(run: Run, event: RunEvent): Run {
  const name = textOf(event, "name");
  const about = {
    name,
    command: textOf(event, "command"),
    state: gateState(event),
    isRequired: isSet(event, "required"),
    detail: textOf(event, event.type === "gate.skipped" ? "reason" : "output"),
    durationS: numberOf(event, "durationS"),
  };
  const open = lastOf(run, "gate", (block) => block.name === name && block.state === "running");
  return open === undefined
    ? withBlock(run, { kind: "gate", ...about })
    : withChanged(run, { ...open, ...about });
}

function gateState(event: RunEvent): GateBlock["state"] {
  switch (event.type) {
    case "gate.started":
      return "running";
    case "gate.skipped":
      return "skipped";
    default:
      return isSet(event, "passed") ? "passed" : "failed";
  }
}

function finding(run: Run, event: RunEvent): Run {
  const found = fieldsOf(event["finding"]);
  return withBlock(run, {
    kind: "finding",
    severity: textOf(found, "severity"),
    path: textOf(found, "path"),
    line: numberOf(found, "line") ?? 1,
    title: textOf(found, "title"),
    detail: textOf(found, "detail"),
    suggestion: textOf(found, "suggestion"),
  });
}

function planned(run: Run, event: RunEvent): Run {
  const action = fieldsOf(event["action"]);
  const next = { tool: textOf(action, "tool"), summary: textOf(action, "summary") };
  const before = lastOf(run, "plan");
  return before === undefined
    ? withBlock(run, { kind: "plan", actions: [next] })
    : withChanged(run, { ...before, actions: [...before.actions, next] });
}

type ItemState = ChecklistItem extends { readonly state: infer S } ? S : never;

const ITEM_STATES: ReadonlyMap<unknown, ItemState> = new Map([
  ["completed", "done"],
  ["in_progress", "active"],
]);

/** One list, which moves to where it was changed last. */
function listed(run: Run, event: RunEvent): Run {
  const items = listOf(event, "steps").map((each) => {
    const step = fieldsOf(each);
    return { text: textOf(step, "step"), state: ITEM_STATES.get(step["status"]) ?? ("open" as const) };
  });
  const before = lastOf(run, "checklist");
  return withBlock(before === undefined ? run : withoutBlock(run, before.id), { kind: "checklist", items });
}

type Noted = (event: RunEvent) => Note | undefined;

const NOTES: ReadonlyMap<string, Noted> = new Map(
  Object.entries({
    "model.nudged": (event) => ({
      tone: "warning",
      text: t("Invalid reply ({reason}); retrying", { reason: textOf(event, "reason") }),
    }),
    "model.warned": (event) => ({ tone: "warning", text: t("Model: {message}", { message: textOf(event, "message") }) }),
    "repetition.warned": (event) => ({
      tone: "warning",
      text: t("The same call returned the same result {count} times", { count: numberOf(event, "count") ?? 2 }),
    }),
    "budget.warned": (event) => ({ tone: "warning", text: t("Budget: {message}", { message: textOf(event, "message") }) }),
    "net.hit": netHit,
    "user.asked": userAsked,
    "memory.added": (event) => ({ tone: "quiet", text: t("Remembered: {text}", { text: textOf(event, "text") }) }),
    "completion.refused": (event) => ({
      tone: "warning",
      text: t("Not accepted as complete: {reason}", { reason: textOf(event, "reason") }),
    }),
    "evaluation.finished": evaluated,
    "work.reviewed": reviewed,
    "review.covered": covered,
    "health.measured": healthMeasured,
    "context.compacted": compacted,
    "context.not_compacted": (event) => ({
      tone: "warning",
      text: t("The context was not summed up: {reason}", { reason: textOf(event, "reason") }),
    }),
    "secret.redacted": (event) => ({
      tone: "warning",
      text: t("A secret was redacted in {where} ({rule}, {times})", { where: textOf(event, "where"), rule: textOf(event, "rule"), times: pluralize(numberOf(event, "count") ?? 1, "time") }),
    }),
    "run.tainted": (event) => ({
      tone: "warning",
      text: t("Untrusted content was read: {source}", { source: textOf(event, "source") }),
    }),
    "sandbox.missing": (event) => ({
      tone: "warning",
      text: t("A command ran without a sandbox"),
      detail: textOf(event, "reason"),
    }),
    "tool.left_out": (event) => ({
      tone: "warning",
      text:
        textOf(event, "name") === ""
          ? t("The tools of {source} are left out", { source: textOf(event, "source") })
          : t("The tool {name} of {source} is left out", { name: textOf(event, "name"), source: textOf(event, "source") }),
      detail: textOf(event, "reason"),
    }),
    "mention.left_out": (event) => ({
      tone: "warning",
      text: t("{mention} is not attached: {reason}", { mention: textOf(event, "mention"), reason: textOf(event, "reason") }),
    }),
    "tools.announced": (event) => ({
      tone: "quiet",
      text: textOf(event, "source") === "" ? t("Tools on demand") : t("Tools of {source}", { source: textOf(event, "source") }),
      detail: textOf(event, "text"),
    }),
    "background.told": (event) => ({ tone: "quiet", text: textOf(event, "text"), detail: "" }),
    "rules.told": (event) => ({
      tone: "quiet",
      text: t("Rules of {path}", { path: textOf(event, "path") }),
      detail: textOf(event, "text"),
    }),
    "changes.not_recorded": notRecorded,
    "hook.ran": hookRan,
  }),
);

/** What another agent found in the changes. */
function reviewed(event: RunEvent): Note {
  const problem = textOf(event, "problem");
  if (problem !== "") {
    return { tone: "warning", text: t("The changes were not reviewed"), detail: problem };
  }
  const found = pluralize(numberOf(event, "findings") ?? 0, "finding");
  const text = isSet(event, "sentBack")
    ? t("The changes were reviewed: {found}; the agent fixes them", { found })
    : t("The changes were reviewed: {found}", { found });
  return { tone: "quiet", text, detail: "" };
}

/** What of the changes was reviewed; what was not is the detail. */
function covered(event: RunEvent): Note {
  const files = Array.isArray(event["files"]) ? event["files"].map(fieldsOf) : [];
  const missed = files.filter((each) => textOf(each, "reason") !== "");
  const looked = new Set(
    files.filter((each) => textOf(each, "reason") === "").map((each) => textOf(each, "path")),
  );
  const detail = missed
    .map((each) => t("Not reviewed: {path}: {reason}", { path: textOf(each, "path"), reason: textOf(each, "reason") }))
    .join("\n");
  const text = t("Reviewed {files}", { files: pluralize(looked.size, "file") });
  return { tone: missed.length > 0 ? "warning" : "quiet", text, detail };
}

/** What the model asked, and what it was told. */
function userAsked(event: RunEvent): Note {
  const asked = fieldsOf(event["asked"]);
  const answer = textOf(asked, "answer");
  return answer === ""
    ? { tone: "warning", text: t("Nobody answered, the agent decides: {question}", { question: textOf(asked, "question") }) }
    : { tone: "quiet", text: t("Asked: {question}", { question: textOf(asked, "question") }), detail: answer };
}

/** The outcome says who stopped it: the user, or a window that was closed or reloaded. */
function netHit(event: RunEvent): Note | undefined {
  return textOf(event, "reason") === "user_interrupt"
    ? undefined
    : { tone: "warning", text: t("Stopping: {message}", { message: textOf(event, "message") }) };
}

/** What a look at the finished work came to. */
function evaluated(event: RunEvent): Note {
  const problem = textOf(event, "problem");
  if (problem !== "") {
    return { tone: "warning", text: t("No self-evaluation: {problem}", { problem }) };
  }
  const sure = String(Math.round(100 * (numberOf(event, "confidence") ?? 0)));
  const found = event["completed"] === true ? t("done") : t("not done");
  const issues = Array.isArray(event["issues"]) ? event["issues"].map(String) : [];
  return {
    tone: event["accepted"] === true ? "quiet" : "warning",
    text: t("Self-evaluation: {found}, {sure} % sure", { found, sure }),
    ...(issues.length > 0 ? { detail: issues.join("\n") } : {}),
  };
}

/** What is no longer sent, and what stands for it. */
function compacted(event: RunEvent): Note {
  const summary = textOf(event, "summary");
  const steps = pluralize(numberOf(event, "droppedSteps") ?? 0, "step");
  const tokens = [numberOf(event, "tokensBefore"), numberOf(event, "tokensAfter")]
    .map((count) => (count ?? 0).toLocaleString("en-US"))
    .join(" \u2192 ");
  return summary === ""
    ? { tone: "quiet", text: t("Context: the oldest {steps} dropped, {tokens} tokens", { steps, tokens }) }
    : {
        tone: "quiet",
        text: t("Context: the oldest {steps} summed up, {tokens} tokens", { steps, tokens }),
        detail: summary,
      };
}

/** What undo does not cover of the changes that a command made. */
function notRecorded(event: RunEvent): Note {
  const count = numberOf(event, "count") ?? 0;
  const paths = textsOf(event, "paths");
  const more = count > paths.length ? ["..."] : [];
  const what = count === 0 ? t("what the last command changed") : pluralize(count, "changed file");
  return {
    tone: "warning",
    text: t("Undo does not cover {what}: {reason}", { what, reason: textOf(event, "reason") }),
    detail: [...paths, ...more].join("\n"),
  };
}

const HOOK_OUTCOMES: Readonly<Record<string, (name: string) => string>> = {
  blocked: (name) => t("Hook {name} blocked", { name }),
  failed: (name) => t("Hook {name} failed", { name }),
  timed_out: (name) => t("Hook {name} timed out", { name }),
  interrupted: (name) => t("Hook {name} interrupted", { name }),
};

/** Hooks that did what they should are not worth a line unless they had something to say. */
function hookRan(event: RunEvent): Note | undefined {
  const outcome = textOf(event, "outcome");
  const output = textOf(event, "output");
  const name = textOf(event, "name");
  if (outcome === "ok") {
    return output.trim() === "" ? undefined : { tone: "quiet", text: t("Hook {name}", { name }), detail: output };
  }
  const problem = textOf(event, "problem");
  const said = HOOK_OUTCOMES[outcome]?.(name) ?? t("Hook {name}", { name });
  const text = problem === "" ? said : `${said}: ${problem}`;
  return { tone: "warning", text, detail: output };
}

function noted(run: Run, event: RunEvent): Run {
  const note = NOTES.get(event.type)?.(event);
  return note === undefined ? run : withBlock(run, { kind: "note", detail: "", ...note });
}
