import assert from "node:assert/strict";
import { test } from "node:test";

import { answerApproval } from "../../../src/commands/approvals";
import { tellEnd } from "../../../src/commands/workflowNews";
import { resumeWorkflow } from "../../../src/commands/workflows";
import { QuestionQueue } from "../../../src/confirm/questionQueue";
import { toastLinks } from "../../../src/confirm/questionToasts";
import { PendingQuestions } from "../../../src/daemon/pendingQuestions";
import type { WorkflowInfo } from "../../../src/protocol/generated";
import { workflowsTree } from "../../../src/views/workflowsTree";
import { testServices, type TestServices } from "../support/testServices";
import { LOOP, question, workflow } from "../support/values";

const RELEASE = { approval: "release", text: "release: Raise the version number.", unitIds: ["release"] };
const WAITING = workflow({ kind: "pipeline", title: "Upgrade", waitingFor: [RELEASE] });
const ASKED = question({ kind: "approval", options: ["once", "deny", "stop"] });
const NEVER = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };

function servicesWith(known: WorkflowInfo): TestServices {
  return testServices({
    "architect.workflows": () => ({ workflows: [known] }),
    "architect.approve": () => workflow({ kind: "pipeline" }),
  });
}

test("what waits for an approval stands below its workflow", () => {
  const [node] = workflowsTree([WAITING]);
  assert.equal(node?.description, "running · 0/1 · waiting for approval of release");
  assert.equal(node.icon.id, "question");
  const [approval] = node.children;
  assert.deepEqual(approval?.action, {
    command: "architect.ui.answerApproval",
    argument: { workflowId: LOOP, approval: "release" },
  });
});

test("the question says what the step would do, and the answer is sent", async () => {
  const services = servicesWith(WAITING);
  services.ui.presses = () => "Refuse";
  await answerApproval(services, { workflowId: LOOP, approval: "release" });
  const [asked] = services.ui.confirmed;
  assert.equal(asked?.message, "Approve “release” of Pipeline “Upgrade”?");
  assert.equal(asked.detail, RELEASE.text);
  assert.deepEqual(services.server.of("architect.approve"), [{ workflowId: LOOP, approval: "release", approved: false }]);
});

test("going away decides nothing", async () => {
  const services = servicesWith(WAITING);
  services.ui.presses = () => undefined;
  await answerApproval(services, undefined);
  assert.deepEqual(services.server.of("architect.approve"), []);
});

test("one that stopped for its approval is resumed by it, and offers that where its end is told", async () => {
  const paused: WorkflowInfo = { ...WAITING, status: "paused", reason: "waiting for approval of release" };
  const services = servicesWith(paused);
  services.ownWorkflows.began(LOOP);
  tellEnd(services, paused, false);
  await services.ui.press("Approve...");
  assert.deepEqual(services.ui.executed, [["architect.ui.answerApproval", { workflowId: LOOP }]]);
  await resumeWorkflow(services, { workflowId: LOOP });
  assert.deepEqual(services.server.of("architect.approve"), [{ workflowId: LOOP, approval: "release", approved: true }]);
  assert.ok(services.ownWorkflows.isEnd(workflow({ status: "success" })));
});

test("a question about an approval has answers of its own", () => {
  assert.deepEqual(toastLinks({ number: 1, params: ASKED }), ["Approve", "Refuse", "Decide Later", "More"]);
});

test("a window that closes, or has nobody to ask, refuses no step for good", async () => {
  const queue = new QuestionQueue();
  const answered = queue.ask(ASKED, NEVER);
  queue.denyAll("the window was closed");
  assert.deepEqual(await answered, { choice: "stop", note: "the window was closed" });
  assert.equal((await new PendingQuestions().ask(ASKED, NEVER)).choice, "stop");
});
