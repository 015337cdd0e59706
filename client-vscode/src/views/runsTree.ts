/** The view of runs: each with its state, and below it the question that waits. */

import { headline, reasonOf, type Question } from "../confirm/question";
import { hasDocument, type Hunk } from "../hunks/hunkStore";
import { countOf, verbsFor } from "../hunks/hunkLabels";
import { runNumber, sessionOf } from "../conversation/run";
import { t } from "../l10n";
import { canBeUndone, isOpen, type Run } from "../runs/run";
import { detailsOf, summaryOf, titleOf } from "../runs/runText";
import { oneLine } from "../displayText";
import { shortLabel } from "./shortLabel";
import type { NodeIcon, TreeNode } from "./treeNode";

/** All in the order in which they are shown, but for those that failed at once and were tried again. */
export function runsTree(
  runs: readonly Run[],
  questions: readonly Question[],
  hunks: readonly Hunk[],
): readonly TreeNode[] {
  return runs.filter((run) => !isTriedAgain(run, runs)).map((run) =>
    runNode(
      run,
      questions.filter((question) => question.params.runId === run.runId),
      hunks.filter((hunk) => hunk.runId === run.runId),
    ),
  );
}

/** Whether no model replied to it, and a later run of its session has its task since. */
function isTriedAgain({ runId, state, outcome, models }: Run, runs: readonly Run[]): boolean {
  const isInVain = state === "done" && outcome === "failed" && models.length === 0;
  const isLater = (other: Run) => sessionOf(other.runId) === sessionOf(runId) && runNumber(other.runId) > runNumber(runId);
  return isInVain && runs.some(isLater);
}

function runNode(run: Run, questions: readonly Question[], hunks: readonly Hunk[]): TreeNode {
  const { runId } = run;
  return {
    id: `run ${runId}`,
    runId,
    label: shortLabel(titleOf(run)),
    description: summaryOf(run),
    tooltip: detailsOf(run),
    icon: questions.length > 0 ? PENDING_ICON : iconOf(run),
    context: contextOf(run, questions.length > 0),
    accessibilityLabel: `${titleOf(run)}, ${summaryOf(run)}`,
    action: { command: "architect.ui.openRun", argument: { runId } },
    children: [...questions.map(questionNode), ...fileNodes(hunks)],
  };
}

function contextOf(run: Run, isPending: boolean): string {
  const contexts = [isOpen(run) ? "run.active" : "run.done"];
  if (isPending) {
    contexts.push("pending");
  }
  if (canBeUndone(run)) {
    contexts.push("changed");
  }
  return contexts.join(" ");
}

function questionNode(question: Question): TreeNode {
  const { requestId, runId } = question.params;
  const label = headline(question);
  const reason = reasonOf(question);
  const waitsFor = question.params.kind === "question" ? t("Waiting for your answer") : t("Waiting for confirmation");
  return {
    id: `question ${requestId}`,
    requestId,
    runId,
    label,
    description: reason,
    tooltip: [label, reason].filter((line) => line !== "").join("\n"),
    icon: PENDING_ICON,
    context: "question pending",
    accessibilityLabel: [`${waitsFor}: ${label}`, reason].filter((part) => part !== "").join(", "),
    action: { command: "architect.ui.answer", argument: { requestId } },
    children: [],
  };
}

/** The files of one run in which something is to be decided. */
function fileNodes(hunks: readonly Hunk[]): readonly TreeNode[] {
  const uris = [...new Set(hunks.map((hunk) => hunk.uri))];
  return uris.flatMap((uri) => {
    const own = hunks.filter((hunk) => hunk.uri === uri);
    return own[0] === undefined ? [] : [fileNode(own[0], own)];
  });
}

function fileNode(first: Hunk, own: readonly Hunk[]): TreeNode {
  const { runId, uri, hunkId } = first;
  const label = oneLine(first.path, 160);
  const description = countOf(own);
  const { keep, undo } = verbsFor(first);
  return {
    id: `changes ${runId} ${uri}`,
    runId,
    uri,
    label,
    description,
    tooltip: `${label}\n${t("{description}: {keep} or {undo}", { description, keep: keep.toLowerCase(), undo: undo.toLowerCase() })}`,
    icon: { id: first.kind === "proposed" ? "lightbulb" : "diff" },
    context: first.kind === "proposed" ? "proposals" : "changes",
    accessibilityLabel: `${label}, ${description}`,
    action: hasDocument(first)
      ? { uri, ...first.range.start }
      : { command: "architect.ui.showDiff", argument: { hunkId } },
    children: [],
  };
}

const PENDING_ICON: NodeIcon = { id: "question", color: "list.warningForeground" };

const STATES: Readonly<Record<Run["state"], NodeIcon>> = {
  queued: { id: "clock" },
  running: { id: "loading~spin" },
  waiting: { id: "watch" },
  cancelling: { id: "loading~spin" },
  lost: { id: "debug-disconnect", color: "list.warningForeground" },
  done: { id: "pass" },
};

const OUTCOMES: Readonly<Record<string, NodeIcon>> = {
  completed: { id: "pass", color: "testing.iconPassed" },
  failed: { id: "error", color: "list.errorForeground" },
  limit: { id: "warning", color: "list.warningForeground" },
  blocked: { id: "circle-slash", color: "list.warningForeground" },
  interrupted: { id: "debug-disconnect", color: "list.warningForeground" },
  cancelled: { id: "circle-slash" },
};

function iconOf(run: Run): NodeIcon {
  if (run.outcome === "completed" && run.ending?.tone === "warning") {
    return { id: "warning", color: "list.warningForeground" };
  }
  const outcome = run.state === "done" ? OUTCOMES[run.outcome ?? ""] : undefined;
  return outcome ?? STATES[run.state];
}
