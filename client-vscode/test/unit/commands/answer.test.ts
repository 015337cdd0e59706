import assert from "node:assert/strict";
import { test } from "node:test";

import { answer } from "../../../src/commands/answer";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import type { ConfirmAnswer, ConfirmParams } from "../../../src/protocol/generated";
import { question } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

function ask(services: TestServices, fields: Partial<ConfirmParams> = {}): Promise<ConfirmAnswer> {
  return services.questions.ask(question(fields), new CancellationSource().token);
}

test("the only question is answered by choosing among what is offered", async () => {
  const services = testServices();
  const asked = ask(services);
  services.ui.picks = "For This Run";
  await answer(services, undefined);
  assert.deepEqual(await asked, { choice: "run" });
  assert.equal(services.ui.offered[0]?.title, "run_command npm test");
});

test("with several questions, all that wait are listed", async () => {
  const services = testServices();
  void ask(services);
  void ask(services, { requestId: "q2", title: "edit a.py" });
  await answer(services, undefined);
  assert.deepEqual(services.ui.offered[0]?.labels, ["run_command npm test", "edit a.py"]);
  assert.equal(services.questions.all().length, 2);
});

test("a key that names a choice answers the first question at once", async () => {
  const services = testServices();
  const asked = ask(services);
  void ask(services, { requestId: "q2" });
  await answer(services, { choice: "deny" });
  assert.deepEqual(await asked, { choice: "deny" });
  assert.deepEqual(services.ui.offered, []);
});

test("a key allows nothing that nobody could read yet", async () => {
  let now = 0;
  const services = testServices({}, () => now);
  const first = ask(services);
  void ask(services, { requestId: "q2", title: "rm -r build" });
  now = 600;
  await answer(services, { choice: "once" });
  assert.deepEqual(await first, { choice: "once" });
  now = 700;
  await answer(services, { choice: "once" });
  assert.equal(services.ui.offered.at(-1)?.title, "rm -r build");
  assert.equal(services.questions.all().length, 1);
  now = 1_200;
  await answer(services, { choice: "once" });
  assert.equal(services.questions.all().length, 0);
});

test("what is not offered is not answered", async () => {
  const services = testServices();
  void ask(services, { options: ["once", "deny"] });
  await answer(services, { choice: "run" });
  assert.match(services.ui.lastMessage, /"run" is not a valid answer/);
  assert.equal(services.questions.all().length, 1);
});

test("a denial carries its note, and is none if the note is not given after all", async () => {
  const services = testServices();
  const asked = ask(services);
  services.ui.picks = "Deny with Reason...";
  await answer(services, undefined);
  assert.equal(services.questions.all().length, 1);
  services.ui.types = "use the other file";
  await answer(services, undefined);
  assert.deepEqual(await asked, { choice: "deny", note: "use the other file" });
});

test("a lasting answer names the offer it takes", async () => {
  const services = testServices();
  const options = ["once", "project", "deny"] as const;
  const asked = ask(services, { options, offers: ["npm test", "npm"] });
  services.ui.picks = "Always Allow in Project";
  await answer(services, { requestId: "q1" });
  assert.deepEqual(await asked, { choice: "project", offer: 0 });
});

test("what would be done can be looked at before", async () => {
  const services = testServices();
  void ask(services);
  services.ui.picks = "Show Details";
  await answer(services, undefined);
  assert.deepEqual(services.shownQuestions, ["q1"]);
  assert.equal(services.questions.all().length, 1);
});

test("without a question one sentence says so", async () => {
  const services = testServices();
  await answer(services, undefined);
  assert.equal(services.ui.lastMessage, "No confirmation is pending.");
});

const WORDS: Partial<ConfirmParams> = {
  kind: "question",
  title: "Which one?",
  detail: "",
  options: ["once", "deny", "stop"],
  answers: ["left", "right"],
};

test("a question of the model is answered with a suggestion, words, or none", async () => {
  const answers: readonly (readonly [string, string | undefined, ConfirmAnswer])[] = [
    ["right", undefined, { choice: "once", note: "right" }],
    ["Answer...", "the middle", { choice: "once", note: "the middle" }],
    ["Let the Agent Decide", undefined, { choice: "deny" }],
    ["Stop", undefined, { choice: "stop" }],
  ];
  for (const [label, typed, expected] of answers) {
    const services = testServices();
    const asked = ask(services, WORDS);
    services.ui.picks = label;
    services.ui.types = typed;
    await answer(services, undefined);
    assert.deepEqual(await asked, expected);
    assert.equal(services.ui.offered[0]?.title, "Which one?");
  }
});

test("no key takes a suggestion, and no words are no answer", async () => {
  const services = testServices();
  void ask(services, WORDS);
  services.ui.picks = "Answer...";
  services.ui.types = " ";
  await answer(services, { choice: "once" });
  assert.equal(services.ui.offered.length, 1);
  assert.equal(services.questions.all().length, 1);
});
