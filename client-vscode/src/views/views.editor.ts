/** The views of the activity bar: runs, findings, sessions. */

import { commands, window, type TreeView } from "vscode";

import type { Desk } from "../commands/desk";
import { together, type Disposable } from "../disposable";
import type { RunChange } from "../runs/runStore";
import { counted } from "../shownText";
import type { Timer } from "../timer";
import { findingsTree } from "./findingsTree";
import { runsTree } from "./runsTree";
import { sessionsTree } from "./sessionsTree";
import { Throttle } from "./throttle";
import { Tree } from "./tree.editor";
import type { TreeNode } from "./treeNode";

const EVERY_MS = 150;

export function showViews(desk: Desk, timer: Timer): Disposable {
  return together(runsView(desk, timer), findingsView(desk), sessionsView(desk));
}

function runsView({ runs, questions, hunks }: Desk, timer: Timer): Disposable {
  const tree = new Tree(() => runsTree(runs.all(), questions.all(), hunks.all()));
  const view = viewOf("architect.runs", tree);
  const throttle = new Throttle(
    () => {
      tree.refresh();
      setContext("architect.hasRuns", runs.all().length > 0);
      setContext("architect.running", runs.open().length > 0);
      const asked = questions.all().length;
      view.badge = badge(asked, counted(asked, "pending confirmation"));
    },
    EVERY_MS,
    timer,
  );
  return together(
    tree,
    view,
    throttle,
    runs.onChange(throttle.ask),
    questions.onChange(throttle.ask),
    hunks.onChange(throttle.ask),
  );
}

function findingsView({ findings, runs }: Desk): Disposable {
  const tree = new Tree(() => findingsTree(findings.all()));
  const view = viewOf("architect.findings", tree);
  return together(
    tree,
    view,
    findings.onChange(() => {
      const count = findings.all().length;
      tree.refresh();
      view.badge = badge(count, counted(count, "finding"));
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

function sessionsView({ sessions, runs }: Desk): Disposable {
  const tree = new Tree(() => sessionsTree(sessions.all()));
  return together(
    tree,
    viewOf("architect.sessions", tree),
    sessions.onChange(() => { tree.refresh(); }),
    runs.onChange(onEnd(() => { sessions.refreshSoon(); })),
    runs.onChange(({ event }) => {
      if (event?.type === "run.started") {
        sessions.refreshSoon();
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
