import assert from "node:assert/strict";
import { test } from "node:test";

import { answer } from "../../../src/commands/answering";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import type { ConfirmAnswer, ConfirmParams } from "../../../src/protocol/generated";
import { question } from "../support/values";
import { testDesk, type TestDesk } from "../support/testDesk";

function ask(desk: TestDesk, fields: Partial<ConfirmParams> = {}): Promise<ConfirmAnswer> {
  return desk.questions.ask(question(fields), new CancellationSource().token);
}

test("the only question is answered by choosing among what is offered", async () => {
  const desk = testDesk();
  const asked = ask(desk);
  desk.ui.picks = "Allow for Run";
  await answer(desk, undefined);
  assert.deepEqual(await asked, { choice: "run" });
  assert.equal(desk.ui.offered[0]?.title, "run_command npm test");
});

test("with several questions, all that wait are listed", async () => {
  const desk = testDesk();
  void ask(desk);
  void ask(desk, { requestId: "q2", title: "edit a.py" });
  await answer(desk, undefined);
  assert.deepEqual(desk.ui.offered[0]?.labels, ["run_command npm test", "edit a.py"]);
  assert.equal(desk.questions.all().length, 2);
});

test("a key that names a choice answers the first question at once", async () => {
  const desk = testDesk();
  const asked = ask(desk);
  void ask(desk, { requestId: "q2" });
  await answer(desk, { choice: "deny" });
  assert.deepEqual(await asked, { choice: "deny" });
  assert.deepEqual(desk.ui.offered, []);
});

test("a key allows nothing that nobody could read yet", async () => {
  let now = 0;
  const desk = testDesk({}, () => now);
  const first = ask(desk);
  void ask(desk, { requestId: "q2", title: "rm -r build" });
  now = 600;
  await answer(desk, { choice: "once" });
  assert.deepEqual(await first, { choice: "once" });
  now = 700;
  await answer(desk, { choice: "once" });
  assert.equal(desk.ui.offered.at(-1)?.title, "rm -r build");
  assert.equal(desk.questions.all().length, 1);
  now = 1_200;
  await answer(desk, { choice: "once" });
  assert.equal(desk.questions.all().length, 0);
});

test("what is not offered is not answered", async () => {
  const desk = testDesk();
  void ask(desk, { options: ["once", "deny"] });
  await answer(desk, { choice: "run" });
  assert.match(desk.ui.lastTold, /"run" is not a valid answer/);
  assert.equal(desk.questions.all().length, 1);
});

test("a denial carries its note, and is none if the note is not given after all", async () => {
  const desk = testDesk();
  const asked = ask(desk);
  desk.ui.picks = "Deny with Reason...";
  await answer(desk, undefined);
  assert.equal(desk.questions.all().length, 1);
  desk.ui.types = "use the other file";
  await answer(desk, undefined);
  assert.deepEqual(await asked, { choice: "deny", note: "use the other file" });
});

test("a lasting answer names the offer it takes", async () => {
  const desk = testDesk();
  const options = ["once", "project", "deny"] as const;
  const asked = ask(desk, { options, offers: ["npm test", "npm"] });
  desk.ui.picks = "Always Allow in Project";
  await answer(desk, { requestId: "q1" });
  assert.deepEqual(await asked, { choice: "project", offer: 0 });
});

test("what would be done can be looked at before", async () => {
  const desk = testDesk();
  void ask(desk);
  desk.ui.picks = "Show Details";
  await answer(desk, undefined);
  assert.deepEqual(desk.shownQuestions, ["q1"]);
  assert.equal(desk.questions.all().length, 1);
});

test("without a question one sentence says so", async () => {
  const desk = testDesk();
  await answer(desk, undefined);
  assert.equal(desk.ui.lastTold, "No confirmation is pending.");
});
