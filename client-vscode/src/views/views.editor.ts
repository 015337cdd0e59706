/** The views of the activity bar: runs, findings, workflows, sessions, MCP servers. */

import { StatusBarAlignment, commands, window, type TreeView } from "vscode";

import { sessionTitleOf } from "../commands/allChanges";
import type { Services } from "../commands/services";
import { tellEnd } from "../commands/workflowNews";
import { combinedDisposable, type Disposable } from "../disposable";
import { t } from "../l10n";
import type { RunChange } from "../runs/runStore";
import { pluralize } from "../displayText";
import type { Timer } from "../timer";
import { summaryOfHunks } from "../hunks/sessionHunks";
import { changesTree } from "./changesTree";
import { findingsTree } from "./findingsTree";
import { folderAt, folderOf } from "./folderNames.editor";
import { inFolders } from "./inFolders";
import { mcpTree } from "./mcpTree";
import { runsTree } from "./runsTree";
import { sessionsTree, waitingSessions } from "./sessionsTree";
import { Throttle } from "./throttle";
import { Tree } from "./tree.editor";
import { workflowsTree } from "./workflowsTree";
import type { TreeNode } from "./treeNode";

const REFRESH_MS = 150;

export function showViews(services: Services, timer: Timer): Disposable {
  return combinedDisposable(
    runsView(services, timer),
    changesView(services, timer),
    findingsView(services),
    workflowsView(services, timer),
    sessionsView(services),
    mcpView(services),
  );
}

/** Of a file that is one node; what is below that needs none. */
function folderOfFile({ uri, hunkId, findingId }: TreeNode): string {
  return hunkId === undefined && findingId === undefined ? folderOf(uri) : "";
}

function runsView({ runs, questions, hunks }: Services, timer: Timer): Disposable {
  const tree = new Tree(() =>
    inFolders(runsTree(runs.all(), questions.all(), hunks.all()), (node) =>
      node.id.startsWith("run ") ? folderAt(runs.get(node.runId ?? "")?.root) : "",
    ),
  );
  const view = viewOf("architect.runs", tree);
  const throttle = new Throttle(
    () => {
      tree.refresh();
      setContext("architect.hasRuns", runs.all().length > 0);
      setContext("architect.running", runs.open().length > 0);
      // Those of workflows count in their own view.
      const pending = questions.all().filter(({ params }) => params.kind !== "approval").length;
      view.badge = badge(pending, pluralize(pending, "pending question"));
    },
    REFRESH_MS,
    timer,
  );
  return combinedDisposable(
    tree,
    view,
    throttle,
    runs.onChange(throttle.schedule),
    questions.onChange(throttle.schedule),
    hunks.onChange(throttle.schedule),
  );
}

/** What waits to be kept or undone, here and in the status bar. */
function changesView(services: Services, timer: Timer): Disposable {
  const { hunks } = services;
  const tree = new Tree(() =>
    inFolders(changesTree(hunks.all(), (sessionId) => sessionTitleOf(services, sessionId), hunks.edited()), folderOfFile),
  );
  const view = viewOf("architect.changes", tree);
  const item = window.createStatusBarItem("architect.changes", StatusBarAlignment.Left, 998);
  item.name = t("Architect: Changes");
  item.command = "architect.changes.focus";
  const throttle = new Throttle(
    () => {
      tree.refresh();
      const all = hunks.all();
      const edited = hunks.edited().length;
      const summary = edited === 0 ? summaryOfHunks(all) : t("{summary} and {edited} edited since,", { summary: summaryOfHunks(all), edited });
      item.text = `$(diff-multiple) ${String(all.length + edited)}`;
      item.tooltip = t("Architect: {summary} to keep or undo", { summary });
      item.accessibilityInformation = { label: item.tooltip, role: "button" };
      if (all.length + edited > 0) {
        item.show();
      } else {
        item.hide();
      }
    },
    REFRESH_MS,
    timer,
  );
  return combinedDisposable(tree, view, item, throttle, hunks.onChange(throttle.schedule));
}

function findingsView({ findings, runs }: Services): Disposable {
  const tree = new Tree(() => inFolders(findingsTree(findings.all()), folderOfFile));
  const view = viewOf("architect.findings", tree);
  return combinedDisposable(
    tree,
    view,
    findings.onChange(() => {
      const count = findings.all().length;
      tree.refresh();
      view.badge = badge(count, pluralize(count, "finding"));
      setContext("architect.hasFindings", count > 0);
    }),
    runs.onChange(({ event }) => {
      if (event?.type.startsWith("finding.") || event?.type === "file.changed") {
        findings.refreshSoon();
      }
    }),
    runs.onChange(onEnd(() => { findings.refreshSoon(); })),
    // Findings move with edits.
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) {
        findings.refreshSoon();
      }
    }),
  );
}

function workflowsView(services: Services, timer: Timer): Disposable {
  const { workflows, readOn } = services;
  const tree = new Tree(() => workflowsTree(workflows.all()));
  const view = viewOf("architect.workflows", tree);
  const throttle = new Throttle(
    () => {
      const all = workflows.all();
      tree.refresh();
      setContext("architect.hasWorkflows", all.length > 0);
      setContext("architect.workflowRunning", all.some(({ status }) => status === "running"));
      setContext("architect.workflowPaused", all.some(({ status }) => status === "paused"));
      const awaited = all.flatMap(({ waitingFor }) => waitingFor).length;
      setContext("architect.workflowWaiting", awaited > 0);
      view.badge = badge(awaited, pluralize(awaited, "pending approval"));
    },
    REFRESH_MS,
    timer,
  );
  return combinedDisposable(
    tree,
    view,
    throttle,
    workflows,
    workflows.onChange(throttle.schedule),
    workflows.onTold((workflow) => {
      tellEnd(services, workflow, view.visible);
      const onCopies = (workflow.units ?? []).filter(({ place }) => place === "copy");
      onCopies.forEach(({ runId }) => { readOn(runId ?? ""); });
    }),
    // Those of a terminal tell nothing here.
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) {
        workflows.refreshSoon();
      }
    }),
  );
}

function sessionsView({ sessions, runs }: Services): Disposable {
  let waiting = waitingSessions(runs.open());
  const tree = new Tree(() => {
    const roots = new Map(sessions.all().map(({ sessionId, root }) => [sessionId, root]));
    return inFolders(sessionsTree(sessions.all(), waiting), ({ sessionId }) => folderAt(roots.get(sessionId ?? "")));
  });
  return combinedDisposable(
    tree,
    viewOf("architect.sessions", tree),
    sessions.onChange(() => { tree.refresh(); }),
    runs.onChange(() => {
      const now = waitingSessions(runs.open());
      if (JSON.stringify([...now]) !== JSON.stringify([...waiting])) {
        waiting = now;
        tree.refresh();
      }
    }),
    runs.onChange(onEnd(() => { sessions.refreshSoon(); })),
    runs.onChange(({ event }) => {
      if (event?.type === "run.started") {
        sessions.refreshSoon();
      }
    }),
  );
}

function mcpView({ mcp, runs }: Services): Disposable {
  const tree = new Tree(() => mcpTree(mcp.all()));
  const view = viewOf("architect.mcp", tree);
  const refreshIfSeen = () => {
    if (view.visible) {
      mcp.refreshSoon();
    }
  };
  return combinedDisposable(
    tree,
    view,
    mcp.onChange(() => { tree.refresh(); }),
    view.onDidChangeVisibility(refreshIfSeen),
    runs.onChange(onEnd(refreshIfSeen)),
    runs.onChange(({ event }) => {
      if (event?.type === "step.started" || event?.type === "tools.announced" || event?.type === "tool.left_out") {
        refreshIfSeen();
      }
    }),
  );
}

function viewOf(id: string, tree: Tree): TreeView<TreeNode> {
  return window.createTreeView(id, { treeDataProvider: tree, showCollapseAll: true });
}

function onEnd(act: () => void): (change: RunChange) => void {
  return ({ run, before }) => {
    if (run.state === "done" && before?.state !== "done") {
      act();
    }
  };
}

function badge(value: number, tooltip: string): { value: number; tooltip: string } | undefined {
  return value === 0 ? undefined : { value, tooltip };
}

function setContext(key: string, value: boolean): void {
  void commands.executeCommand("setContext", key, value);
}
