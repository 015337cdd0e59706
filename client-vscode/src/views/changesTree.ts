/** The view of changes: what waits to be kept or undone, file by file, below its session if there are several. */

import { oneLine, pluralize } from "../displayText";
import { countOf, verbsFor } from "../hunks/hunkLabels";
import { firstLine } from "../hunks/hunkLenses";
import { linesOf } from "../hunks/hunkMarks";
import { hasDocument, type Hunk } from "../hunks/hunkStore";
import { byFile, bySession, summaryOfHunks } from "../hunks/sessionHunks";
import { t } from "../l10n";
import type { LostHunk } from "../protocol/generated";
import type { TreeNode } from "./treeNode";

/** `titleOf` gives the title of a session; `hunks` are in order, and behind them comes what was edited since. */
export function changesTree(
  hunks: readonly Hunk[],
  titleOf: (sessionId: string) => string,
  edited: readonly LostHunk[] = [],
): readonly TreeNode[] {
  return [...openNodes(hunks, titleOf), ...edited.map(editedNode)];
}

/** One that cannot be undone as it is: its lenses say what can be done. */
function editedNode(lost: LostHunk): TreeNode {
  const { runId, uri } = lost;
  const label = oneLine(lost.path, 160);
  const description = t("{changes} edited since", { changes: pluralize(lost.hunkIds.length, "change") });
  return {
    id: `edited ${lost.hunkIds.join(" ")}`,
    runId,
    uri,
    label,
    description,
    tooltip: `${label}\n${description}: ${oneLine(lost.reason, 200)}`,
    icon: { id: "edit" },
    context: "edited",
    accessibilityLabel: `${label}, ${description}`,
    action: { uri, line: firstLine(lost), character: 0 },
    children: [],
  };
}

function openNodes(hunks: readonly Hunk[], titleOf: (sessionId: string) => string): readonly TreeNode[] {
  const sessions = bySession(hunks);
  if (sessions.size < 2) {
    return fileNodes(hunks);
  }
  return [...sessions].map(([sessionId, own]) => {
    const label = titleOf(sessionId);
    const description = summaryOfHunks(own);
    return {
      id: `changes of ${sessionId}`,
      sessionId,
      label,
      description,
      tooltip: `${label}\n${description}`,
      icon: { id: "comment-discussion" },
      context: "changesOfSession",
      accessibilityLabel: `${label}, ${description}`,
      action: undefined,
      children: fileNodes(own, sessionId),
    };
  });
}

function fileNodes(hunks: readonly Hunk[], sessionId?: string): readonly TreeNode[] {
  return [...byFile(hunks)].flatMap(([uri, own]) => {
    const [first] = own;
    return first === undefined ? [] : [fileNode(first, own, { uri, ...(sessionId === undefined ? {} : { sessionId }) })];
  });
}

function fileNode(first: Hunk, own: readonly Hunk[], fields: { uri: string; sessionId?: string }): TreeNode {
  const label = oneLine(first.path, 160);
  const description = countOf(own);
  const { keep, undo } = verbsFor(first);
  return {
    id: `changes in ${fields.sessionId ?? ""} ${fields.uri}`,
    ...fields,
    label,
    description,
    tooltip: `${label}\n${t("{description}: {keep} or {undo}", { description, keep: keep.toLowerCase(), undo: undo.toLowerCase() })}`,
    icon: { id: first.kind === "proposed" ? "lightbulb" : "diff" },
    context: first.kind === "proposed" ? "proposals" : "changes",
    accessibilityLabel: `${label}, ${description}`,
    action: { command: "architect.ui.viewAllChanges", argument: fields },
    isCollapsed: true,
    children: own.map(hunkNode),
  };
}

function hunkNode(hunk: Hunk): TreeNode {
  const { hunkId, runId, uri } = hunk;
  const [first, last] = linesOf(hunk);
  const label = first === last ? t("Line {number}", { number: first + 1 }) : t("Lines {first}-{last}", { first: first + 1, last: last + 1 });
  const sample = [hunk.after, hunk.before].flatMap((text) => text.split("\n")).find((line) => line.trim() !== "") ?? "";
  const counts = `+${String(lineCount(hunk.after))} −${String(lineCount(hunk.before))}`;
  const description = `${counts}  ${oneLine(sample, 80)}`;
  return {
    id: `hunk ${hunkId}`,
    hunkId,
    runId,
    uri,
    label,
    description,
    tooltip: `${label}\n${description}`,
    icon: { id: hunk.kind === "proposed" ? "lightbulb" : "diff-modified" },
    context: hunk.kind === "proposed" ? "proposal" : "hunk",
    accessibilityLabel: t("{label}, {lines} added, {removed} removed", { label, lines: pluralize(lineCount(hunk.after), "line"), removed: lineCount(hunk.before) }),
    action: hasDocument(hunk) ? { uri, ...hunk.range.start } : { command: "architect.ui.showDiff", argument: { hunkId } },
    children: [],
  };
}

function lineCount(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
