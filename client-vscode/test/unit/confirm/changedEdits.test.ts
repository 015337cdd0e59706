import assert from "node:assert/strict";
import { test } from "node:test";

import { allowShown } from "../../../src/commands/shownDiff";
import { withChangedEdits } from "../../../src/confirm/changedEdits";
import { canGoBack } from "../../../src/confirm/editPreview";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import { question } from "../support/values";
import { testServices } from "../support/testServices";

test("what was made of an edit in its diff goes with the answer, wherever that is given", async () => {
  const services = testServices({ "architect.answer": () => ({ accepted: true }) });
  services.ui.madeOf = { q1: "mine\n" };
  services.ui.subject = { requestId: "q1" };
  const answered = services.questions.ask(question(), new CancellationSource().token);
  await allowShown(services, undefined);
  assert.deepEqual(await answered, { choice: "once", content: "mine\n" });

  const daemon = withChangedEdits(services.server, services.ui.changedText);
  const card = { runId: "r.1", requestId: "q1", text: "" };
  await daemon.command("architect.answer", { ...card, choice: "once" });
  await daemon.command("architect.answer", { ...card, choice: "deny" });
  assert.deepEqual(services.server.of("architect.answer"), [
    { ...card, choice: "once", content: "mine\n" },
    { ...card, choice: "deny" },
  ]);
  assert.equal(daemon.state, "running");
});

test("a text that is not shown as it is does not go back", () => {
  const sides = (before: string, after: string) => ({ path: "a.py", before, after });
  assert.ok(canGoBack("a\r\nb\r\n", sides("a\nb\n", "a\nc\n")));
  assert.ok(!canGoBack("a\u202e\n", sides("a\\u202e\n", "b\n")));
  assert.ok(!canGoBack("a\n", sides("a\n", "b\\u202e\n")));
  assert.ok(!canGoBack("a\n", sides("a\n", "key = '[redacted:generic:0a1b]'\n")));
});
