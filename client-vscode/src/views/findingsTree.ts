/** The view of findings: by file, within it the worst first. */

import { t, tn } from "../l10n";
import type { ShownFinding } from "../protocol/generated";
import { oneLine } from "../displayText";
import type { NodeIcon, TreeNode } from "./treeNode";

type Severity = ShownFinding["severity"];

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

const ICONS: Readonly<Record<Severity, NodeIcon>> = {
  error: { id: "error", color: "list.errorForeground" },
  warning: { id: "warning", color: "list.warningForeground" },
  info: { id: "info" },
};

const WORDS: Readonly<Record<Severity, string>> = { error: t("error"), warning: t("warning"), info: t("info") };

const COUNTED: Readonly<Record<Severity, (count: number) => string>> = {
  error: (count) => tn("{number} error", "{number} errors", count),
  warning: (count) => tn("{number} warning", "{number} warnings", count),
  info: (count) => t("{number} info", { number: count }),
};

export function findingsTree(findings: readonly ShownFinding[]): readonly TreeNode[] {
  const byUri = new Map<string, ShownFinding[]>();
  for (const finding of findings) {
    byUri.set(finding.uri, [...(byUri.get(finding.uri) ?? []), finding]);
  }
  return [...byUri.values()]
    .map((own) => fileNode(own.sort(worstFirst)))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
}

function worstFirst(one: ShownFinding, other: ShownFinding): number {
  const [a, b] = [one.range.start, other.range.start];
  return RANK[one.severity] - RANK[other.severity] || a.line - b.line || a.character - b.character;
}

/** `own` are the findings of one file, the worst first. */
function fileNode(own: readonly ShownFinding[]): TreeNode {
  const path = oneLine(own[0]?.path ?? "", 160);
  const uri = own[0]?.uri ?? "";
  const description = (["error", "warning", "info"] as const)
    .map((severity) => [severity, own.filter((each) => each.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => COUNTED[severity](count))
    .join(", ");
  return {
    id: `file ${uri}`,
    uri,
    label: path,
    description,
    tooltip: `${path}\n${description}`,
    icon: { id: "file" },
    context: "file",
    accessibilityLabel: `${path}, ${description}`,
    action: undefined,
    children: own.map(findingNode),
  };
}

function findingNode(finding: ShownFinding): TreeNode {
  const { findingId, runId, uri, severity } = finding;
  const { line, character } = finding.range.start;
  const title = oneLine(finding.title, 160);
  const place = t("line {number}", { number: line + 1 });
  return {
    id: `finding ${findingId}`,
    findingId,
    runId,
    uri,
    label: title,
    description: place,
    tooltip: tooltipOf(finding, title),
    icon: ICONS[severity],
    context: `finding ${severity}`,
    accessibilityLabel: `${WORDS[severity]}: ${title}, ${place}`,
    action: { uri, line, character },
    children: [],
  };
}

function tooltipOf(finding: ShownFinding, title: string): string {
  const suggestion = finding.suggestion === null ? "" : t("Suggestion: {suggestion}", { suggestion: finding.suggestion });
  const more = [finding.detail, suggestion].map((text) => oneLine(text, 800));
  return [title, ...more].filter((text) => text !== "").join("\n");
}
