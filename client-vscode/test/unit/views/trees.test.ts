import assert from "node:assert/strict";
import { test } from "node:test";

import { newRun, type Run } from "../../../src/runs/run";
import { escapeControls } from "../../../src/displayText";
import { changesTree } from "../../../src/views/changesTree";
import { findingsTree } from "../../../src/views/findingsTree";
import { inFolders } from "../../../src/views/inFolders";
import { runsTree } from "../../../src/views/runsTree";
import { sessionsTree, waitingSessions } from "../../../src/views/sessionsTree";
import type { TreeNode } from "../../../src/views/treeNode";
import { finding, hunk, lines, question, RUN, session } from "../support/values";

function run(fields: Partial<Run> = {}): Run {
  return { ...newRun(RUN, 1), title: "make it faster", ...fields };
}

function only(nodes: readonly TreeNode[]): TreeNode {
  assert.equal(nodes.length, 1);
  const [node] = nodes;
  assert.ok(node !== undefined);
  return node;
}

test("a run shows its state and its cost, and opens its conversation", () => {
  const spending = { inputTokens: 1, outputTokens: 1, usd: 0.5 };
  const node = only(runsTree([run({ state: "running", step: 2, spending })], [], []));
  assert.equal(node.label, "make it faster");
  assert.equal(node.description, "step 2 · $0.50");
  assert.equal(node.accessibilityLabel, "make it faster, step 2 · $0.50");
  assert.deepEqual(node.action, { command: "architect.ui.openRun", argument: { runId: RUN } });
});

test("a run that no model replied to goes once its session is gone on with", () => {
  const failed = run({ state: "done", outcome: "failed" });
  const later = run({ runId: "s.2", state: "running" });
  const shown = (...runs: readonly Run[]) => runsTree(runs, [], []).map(({ runId }) => runId);
  assert.deepEqual(shown(failed), [RUN]);
  assert.deepEqual(shown(later, { ...failed, runId: "s.1" }), ["s.2"]);
  assert.deepEqual(shown(later, { ...failed, runId: "s.1", models: ["m"] }), ["s.2", "s.1"]);
  assert.deepEqual(shown({ ...later, runId: "t.2" }, { ...failed, runId: "s.1" }), ["t.2", "s.1"]);
});

test("menus know whether a run is over, asks, or has changes", () => {
  const context = (fields: Partial<Run>, asks: boolean) =>
    only(runsTree([run(fields)], asks ? [{ number: 1, params: question() }] : [], [])).context;
  assert.equal(context({ state: "running" }, false), "run.active");
  assert.equal(context({ state: "waiting" }, true), "run.active pending");
  assert.equal(context({ state: "done", filesChanged: ["a.py"] }, false), "run.done changed");
  assert.equal(context({ state: "done", filesChanged: ["a.py"], isUndone: true }, false), "run.done");
});

test("the question that waits stands below its run and can be answered there", () => {
  const node = only(runsTree([run()], [{ number: 1, params: question() }], []));
  const child = only(node.children);
  assert.equal(node.icon.id, "question");
  assert.notEqual(only(runsTree([run()], [], [])).icon.id, "question");
  assert.equal(child.label, "run_command npm test");
  assert.equal(child.context, "question pending");
  assert.deepEqual(child.action, { command: "architect.ui.answer", argument: { requestId: "q1" } });
});

test("what the agent asks its user is no confirmation", () => {
  const params = question({ kind: "question", title: "Which parts?", detail: "" });
  const child = only(only(runsTree([run()], [{ number: 1, params }], [])).children);
  assert.equal(child.accessibilityLabel, "Waiting for your answer: Which parts?");
  assert.equal(child.tooltip, "Which parts?");
});

test("files with something to decide stand below the run", () => {
  const hunks = [
    hunk({ range: lines(3, 4) }),
    hunk({ hunkId: "h2" }),
    hunk({ hunkId: "h3", uri: "file:///home/u/n.py", path: "n.py", kind: "proposed", change: "created" }),
    hunk({ hunkId: "h4", runId: "other.1" }),
  ];
  const node = only(runsTree([run()], [], hunks));
  assert.deepEqual(
    node.children.map(({ label, description, action }) => [label, description, action]),
    [
      ["a.py", "2 changes", { uri: "file:///home/u/a.py", line: 3, character: 0 }],
      ["n.py", "proposed new file", { command: "architect.ui.showDiff", argument: { hunkId: "h3" } }],
    ],
  );
});

test("findings stand below their file, the worst first", () => {
  const nodes = findingsTree([
    finding({ findingId: "f1", severity: "info", range: lines(1, 2) }),
    finding({ findingId: "f2", severity: "error", range: lines(9, 10) }),
    finding({ findingId: "f3", severity: "error", range: lines(3, 4) }),
    finding({ findingId: "f4", uri: "file:///home/u/0.py", path: "0.py" }),
  ]);
  assert.deepEqual(
    nodes.map((node) => [node.label, node.description]),
    [
      ["0.py", "1 warning"],
      ["a.py", "2 errors, 1 info"],
    ],
  );
  assert.deepEqual(
    nodes[1]?.children.map((node) => node.findingId),
    ["f3", "f2", "f1"],
  );
});

test("a finding goes to its line and tells screen readers how severe it is", () => {
  const node = only(only(findingsTree([finding({ suggestion: "use with" })])).children);
  assert.deepEqual(node.action, { uri: "file:///home/u/a.py", line: 4, character: 0 });
  assert.equal(node.accessibilityLabel, "warning: the file is never closed, line 5");
  assert.match(node.tooltip, /Suggestion: use with/);
  assert.equal(node.context, "finding warning");
});

test("a session says what became of it and opens its last run", () => {
  const node = only(sessionsTree([session({ status: "interrupted" })], new Map()));
  assert.match(node.description, /^2026-11-\d\d \d\d:\d\d · interrupted · 1 file · \$0.0042$/);
  const partly = only(sessionsTree([session({ status: "partial" })], new Map()));
  assert.match(partly.description, / · partly done · /);
  assert.deepEqual(node.action, { command: "architect.ui.openRun", argument: { runId: RUN } });
  const { sessionId } = session();
  const first = { command: "architect.ui.openRun", argument: { runId: `${sessionId}.1` } };
  assert.deepEqual(only(sessionsTree([session({ runs: [] })], new Map())).action, first);
});

test("a long title leaves room for the state of a run and of a session, and is whole in the tooltip", () => {
  const title = "no cent may be lost, whoever pays";
  for (const node of [only(runsTree([run({ title })], [], [])), only(sessionsTree([session({ title })], new Map()))]) {
    assert.equal(node.label, "no cent may be lost, wh…");
    assert.ok(node.tooltip.startsWith(`${title}\n`));
    assert.ok(node.accessibilityLabel.startsWith(`${title}, `));
  }
});

test("a session says that it waits, and for what", () => {
  const described = (fields: Partial<Run>) => {
    const node = only(sessionsTree([session({ status: "running", filesChanged: [], cost: 0 })], waitingSessions([run(fields)])));
    return `${node.icon.id}: ${node.description.replace(/^[-\d]+ [:\d]+ · /, "")}`;
  };
  assert.equal(described({ state: "waiting", waitsFor: "confirm" }), "question: waiting for confirmation");
  assert.equal(described({ state: "queued", waitsFor: "Waits for: another" }), "question: Waits for: another");
  assert.equal(described({ state: "running" }), "loading~spin: running");
});

test("where several folders are open a node says in which it is, and what is below it does not", () => {
  const all = inFolders(findingsTree([finding()]), ({ findingId }) => (findingId === undefined ? "shop" : ""));
  const file = only(all);
  const [plain] = findingsTree([finding()]);
  assert.equal(file.description, `shop · ${plain?.description ?? ""}`);
  assert.match(file.accessibilityLabel, /, shop$/);
  assert.match(file.tooltip, /\nshop$/);
  assert.deepEqual(file.children, plain?.children);
});

test("nothing in a view hides or reorders", () => {
  const title = "a\u202eb\u200b\u001b[0m";
  const nodes = [
    ...runsTree([run({ title, error: title })], [{ number: 1, params: question({ title }) }], []),
    ...findingsTree([finding({ title, path: title, detail: title })]),
    ...sessionsTree([session({ task: title, problem: title })], new Map()),
  ];
  for (const node of nodes.flatMap((each) => [each, ...each.children])) {
    for (const text of [node.label, node.description, node.tooltip, node.accessibilityLabel]) {
      assert.equal(text, escapeControls(text));
    }
  }
});

test("a change that was edited since is among the changes, as one to look at", () => {
  const lost = { hunkIds: ["h"], runId: RUN, uri: "file:///p/a.py", path: "a.py", reason: "edited since", lines: [[7, 8]] } as const;
  const node = only(changesTree([], () => "", [lost]));
  assert.equal(node.accessibilityLabel, "a.py, 1 change edited since");
  assert.deepEqual([node.context, node.action], ["edited", { uri: lost.uri, line: 6, character: 0 }]);
});
