import assert from "node:assert/strict";
import { test } from "node:test";

import { QuestionQueue } from "../../../src/confirm/questionQueue";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import { question, RUN } from "../support/values";

function ids(queue: QuestionQueue): readonly string[] {
  return queue.all().map(({ params }) => params.requestId);
}

test("questions wait in the order in which they came until each is answered", async () => {
  const queue = new QuestionQueue();
  const { token } = new CancellationSource();
  const first = queue.ask(question({ requestId: "q1" }), token);
  const second = queue.ask(question({ requestId: "q2" }), token);
  assert.deepEqual(ids(queue), ["q1", "q2"]);
  assert.equal(queue.answer("q2", { choice: "once" }), true);
  assert.deepEqual(await second, { choice: "once" });
  assert.deepEqual(ids(queue), ["q1"]);
  assert.equal(queue.first?.params.requestId, "q1");
  queue.answer("q1", { choice: "deny", note: "use the other file" });
  assert.deepEqual(await first, { choice: "deny", note: "use the other file" });
});

test("a question takes one answer", async () => {
  const queue = new QuestionQueue();
  const asked = queue.ask(question(), new CancellationSource().token);
  assert.equal(queue.answer("q1", { choice: "deny" }), true);
  assert.equal(queue.answer("q1", { choice: "once" }), false);
  assert.equal((await asked).choice, "deny");
});

test("a question that is withdrawn is denied and gone", async () => {
  const queue = new QuestionQueue();
  const source = new CancellationSource();
  const asked = queue.ask(question(), source.token);
  source.cancel();
  assert.equal((await asked).choice, "deny");
  assert.deepEqual(ids(queue), []);
});

test("a question that was withdrawn before it came is denied", async () => {
  const queue = new QuestionQueue();
  const source = new CancellationSource();
  source.cancel();
  assert.equal((await queue.ask(question(), source.token)).choice, "deny");
});

test("the questions of a run go with it, and all of them with the window", async () => {
  const queue = new QuestionQueue();
  const { token } = new CancellationSource();
  const own = queue.ask(question({ requestId: "q1" }), token);
  const other = queue.ask(question({ requestId: "q2", runId: "another.1" }), token);
  queue.forgetRun(RUN);
  assert.equal((await own).choice, "deny");
  assert.deepEqual(ids(queue), ["q2"]);
  queue.denyAll("the window was closed");
  assert.deepEqual(await other, { choice: "deny", note: "the window was closed" });
});

test("listeners are told of what comes and what goes", () => {
  const queue = new QuestionQueue();
  const told: (readonly [string, boolean])[] = [];
  queue.onChange(({ question: { params }, isOpen }) => told.push([params.requestId, isOpen]));
  void queue.ask(question(), new CancellationSource().token);
  queue.answer("q1", { choice: "once" });
  assert.deepEqual(told, [
    ["q1", true],
    ["q1", false],
  ]);
});
