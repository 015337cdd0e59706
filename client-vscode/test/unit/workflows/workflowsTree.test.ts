import assert from "node:assert/strict";
import { test } from "node:test";

import type { UnitInfo, WorkflowInfo } from "../../../src/protocol/generated";
import type { TreeNode } from "../../../src/views/treeNode";
import { workflowsTree } from "../../../src/views/workflowsTree";
import { LOOP, RUN, unit, workflow } from "../support/values";

const CHECK = { command: "grep -q gamma a.txt", passed: false, exitCode: 1, output: "no \u001b[31mgamma" };
const FAILED = unit({ phase: "done", success: false, checks: [CHECK], reason: `failed: ${CHECK.command}`, files: ["a.txt"], durationSeconds: 2, cost: 0.02 });

function node(fields: Partial<WorkflowInfo> = {}): TreeNode {
  const [first] = workflowsTree([workflow(fields)]);
  assert.ok(first !== undefined);
  return first;
}

function unitNode(fields: Partial<UnitInfo>, of: Partial<WorkflowInfo> = {}): TreeNode {
  const [first] = node({ ...of, units: [unit(fields)] }).children;
  assert.ok(first !== undefined);
  return first;
}

test("a loop tells its iteration, and others how many units are over", () => {
  assert.equal(node().label, "Loop: count on");
  assert.equal(node().description, "running · iteration 1");
  const units = [FAILED, unit({ unitId: "parallel-2" }), unit({ unitId: "parallel-3", phase: "waiting" })];
  const parallel = node({ kind: "parallel", title: "3 tasks", units, cost: 0.25, budgetUsd: 5 });
  assert.equal(parallel.label, "Parallel: 3 tasks");
  assert.equal(parallel.description, "running · 1/3 · $0.25 of $5.00");
});

test("a workflow that stopped says why, unless it was only interrupted", () => {
  const paused = node({ status: "paused", reason: "interrupted" });
  assert.equal(paused.description, "paused · iteration 1");
  assert.deepEqual([paused.context, paused.isCollapsed], ["workflow.paused", false]);
  const failed = node({ status: "failed", reason: "nothing changed in 2 iterations", durationSeconds: 12 });
  assert.equal(failed.description, "failed · iteration 1 · nothing changed in 2 iterations · 12 s");
  assert.deepEqual([failed.context, failed.isCollapsed], ["workflow.over", false]);
});

test("a node that gets something below it is another one, lest the editor keep it closed", () => {
  const ids = ({ id, children }: TreeNode) => [id, children[0]?.id];
  const before = [ids(node({ units: [] })), ids(node())];
  const after = ids(node({ units: [FAILED] }));
  assert.equal(new Set([...before, after].flat()).size, 5);
  assert.deepEqual(ids(node()), before[1]);
});

test("what is over is closed, but for the newest", () => {
  const over = (workflowId: string) => workflow({ workflowId, status: "success" });
  const nodes = workflowsTree([over("new"), over("old"), workflow({ workflowId: "going on" })]);
  assert.deepEqual(nodes.map(({ isCollapsed }) => isCollapsed), [false, true, false]);
});

test("a workflow that cannot be read has its id and the problem", () => {
  const broken = node({ status: "corrupt", kind: "", title: "", units: [], reason: "line 3 is no event" });
  assert.equal(broken.label, LOOP);
  assert.equal(broken.description, "unreadable · line 3 is no event");
});

test("a unit opens its run, and the checks that failed are below it", () => {
  const failed = unitNode(FAILED);
  assert.equal(failed.label, "Iteration 1");
  assert.equal(failed.description, "failed · 1 check failed · $0.0200 · 2.0 s · 1 file");
  assert.equal(failed.context, "unit.failed ran changed");
  assert.deepEqual(failed.action, { command: "architect.ui.openRun", argument: { runId: RUN } });
  const [check] = failed.children;
  assert.deepEqual([check?.label, check?.description], [CHECK.command, "exit code 1"]);
  assert.match(check?.tooltip ?? "", /no \\x1b\[31mgamma/);
  assert.deepEqual(check?.action, {
    command: "architect.ui.showCheckOutput",
    argument: { workflowId: LOOP, unitId: "iteration-1", check: CHECK.command },
  });
});

test("what was running when its workflow stopped is interrupted and cannot be cancelled", () => {
  assert.equal(unitNode({}, { status: "running" }).context, "unit.running ran");
  const cut = unitNode({}, { status: "paused" });
  assert.deepEqual([cut.context, cut.icon.id], ["unit.interrupted ran", "debug-disconnect"]);
});

test("a unit that waits says for which others", () => {
  const find = unit({ unitId: "find" });
  const change = unit({ unitId: "change", phase: "waiting", needs: ["find"], runId: null });
  const [, waiting] = node({ kind: "pipeline", title: "Upgrade", units: [find, change] }).children;
  assert.equal(waiting?.description, "waiting · for find");
  assert.equal(waiting.action, undefined);
});

test("tasks at the same time are named by what they do, and have branches", () => {
  const parallel = unitNode(
    { unitId: "parallel-1", task: "add type hints", phase: "done", success: true, branch: "architect/parallel-1", files: ["a.py"] },
    { kind: "parallel" },
  );
  assert.equal(parallel.label, "add type hints");
  assert.equal(parallel.description, "done · 1 file · architect/parallel-1");
  assert.equal(parallel.context, "unit.completed ran changed branch");
  assert.match(parallel.tooltip, /Branch: architect\/parallel-1\nChanged: a\.py/);
});
