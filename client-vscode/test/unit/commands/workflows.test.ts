import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cancelUnit,
  copyBranch,
  copyWorkflowId,
  resumeWorkflow,
  showCheckOutput,
  showUnitChanges,
  showWorkflowReport,
  stopWorkflow,
} from "../../../src/commands/workflows";
import { tellEnd } from "../../../src/commands/workflowNews";
import type { WorkflowInfo } from "../../../src/protocol/generated";
import { testServices, type TestServices } from "../support/testServices";
import { LOOP, RUN, unit, workflow } from "../support/values";

const DONE = { phase: "done", success: true } as const;
const PATCH = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-alpha\n+beta\n";

function servicesWith(...workflows: readonly WorkflowInfo[]): TestServices {
  return testServices({
    "architect.workflows": () => ({ workflows: [...workflows] }),
    "architect.cancelWorkflow": () => ({ cancelled: true }),
    "architect.resumeWorkflow": () => workflow(),
    "architect.workflowReport": () => ({ text: "# Loop\n" }),
    "architect.workflowDiff": () => ({ patch: PATCH, uri: null }),
    "architect.diff": () => ({ patch: PATCH, uri: null, files: [{ path: "a.txt", before: "alpha\n", after: "beta\n" }] }),
  });
}

test("the workflow of the node is stopped, and its end is no news then", async () => {
  const services = servicesWith(workflow());
  services.ownWorkflows.began(LOOP);
  await stopWorkflow(services, { workflowId: LOOP });
  assert.deepEqual(services.server.of("architect.cancelWorkflow"), [{ workflowId: LOOP }]);
  tellEnd(services, workflow({ status: "paused" }), false);
  assert.deepEqual(services.ui.messages, []);
});

test("without a node, only what can be resumed is offered", async () => {
  const services = servicesWith(workflow({ workflowId: "one" }), workflow({ workflowId: "two", status: "paused" }));
  await resumeWorkflow(services, undefined);
  assert.deepEqual(services.server.of("architect.resumeWorkflow"), [{ workflowId: "two" }]);
  assert.equal(services.workflows.get(LOOP)?.status, "running");
  assert.deepEqual(services.ui.executed, [["architect.workflows.focus", { preserveFocus: true }]]);
});

test("where there is nothing to resume, that is said", async () => {
  const services = servicesWith(workflow({ status: "failed" }));
  await resumeWorkflow(services, undefined);
  assert.equal(services.ui.lastMessage, "No workflows are paused.");
});

test("a unit is cancelled alone", async () => {
  const services = servicesWith(workflow({ units: [unit(DONE), unit({ unitId: "iteration-2" })] }));
  await cancelUnit(services, undefined);
  assert.deepEqual(services.server.of("architect.cancelWorkflow"), [{ workflowId: LOOP, unitId: "iteration-2" }]);
});

test("the changes of a unit in the files of the user are those of its run", async () => {
  const services = servicesWith(workflow({ units: [unit({ ...DONE, files: ["a.txt"] })] }));
  await showUnitChanges(services, { workflowId: LOOP, unitId: "iteration-1" });
  assert.deepEqual(services.server.of("architect.diff"), [{ runId: RUN }]);
  assert.deepEqual(services.ui.sides[0]?.sides, [{ path: "a.txt", before: "alpha\n", after: "beta\n" }]);
});

test("those on a copy stand beside the files of the user, or as a patch if these have changed", async () => {
  const services = servicesWith(workflow({ units: [unit({ ...DONE, place: "copy", files: ["a.txt"] })] }));
  services.ui.texts["file:///home/u/a.txt"] = "alpha\n";
  await showUnitChanges(services, undefined);
  assert.deepEqual(services.ui.sides, [
    { title: "Changes: Iteration 1", sides: [{ path: "a.txt", before: "alpha\n", after: "beta\n" }] },
  ]);
  services.ui.texts["file:///home/u/a.txt"] = "omega\n";
  await showUnitChanges(services, undefined);
  assert.deepEqual(services.ui.pages, [{ name: "iteration-1.diff", text: PATCH }]);
});

test("the output of a check is shown with its command and without control characters", async () => {
  const check = { command: "npm test", passed: false, exitCode: null, output: "\u001b[31mred" };
  const services = servicesWith(workflow({ units: [unit({ ...DONE, checks: [check] })] }));
  await showCheckOutput(services, { workflowId: LOOP, unitId: "iteration-1", check: "npm test" });
  const text = "$ npm test\n\\x1b[31mred\n[did not end in time]\n";
  assert.deepEqual(services.ui.pages, [{ name: "iteration-1 check.log", text }]);
});

test("names of branches and ids are copied", async () => {
  const services = servicesWith(workflow({ units: [unit({ ...DONE, branch: "architect/loop" })] }));
  await copyBranch(services, { workflowId: LOOP, unitId: "iteration-1" });
  await copyWorkflowId(services, { workflowId: LOOP, unitId: "iteration-1" });
  assert.deepEqual(services.ui.copied, ["architect/loop", LOOP]);
});

test("the end of a workflow of this window is told once, where nobody sees it", async () => {
  const services = servicesWith();
  const ended = workflow({ status: "failed", reason: "nothing changed in 2 iterations" });
  tellEnd(services, ended, false);
  assert.deepEqual(services.ui.messages, []);
  services.ownWorkflows.began(LOOP);
  tellEnd(services, workflow(), false);
  assert.deepEqual(services.ui.messages, []);
  tellEnd(services, ended, false);
  tellEnd(services, ended, false);
  assert.equal(services.ui.messages.length, 1);
  assert.equal(services.ui.lastMessage, "Loop “count on” failed: nothing changed in 2 iterations");
  await services.ui.press("Show");
  services.ownWorkflows.began(LOOP);
  tellEnd(services, ended, true);
  assert.equal(services.ui.messages.length, 1);
});

test("one that stopped by itself can be resumed where that is told", async () => {
  const services = servicesWith();
  services.ownWorkflows.began(LOOP);
  tellEnd(services, workflow({ status: "paused", reason: "the disk is full" }), false);
  assert.equal(services.ui.lastMessage, "Loop “count on” is paused: the disk is full");
  await services.ui.press("Resume");
  assert.deepEqual(services.ui.executed, [["architect.ui.resumeWorkflow", { workflowId: LOOP }]]);
});

test("the report of a workflow is a page", async () => {
  const services = servicesWith(workflow({ status: "success" }));
  await showWorkflowReport(services, { workflowId: LOOP });
  assert.deepEqual(services.server.of("architect.workflowReport"), [{ workflowId: LOOP }]);
  assert.deepEqual(services.ui.pages, [{ name: `${LOOP}.md`, text: "# Loop\n" }]);
});
