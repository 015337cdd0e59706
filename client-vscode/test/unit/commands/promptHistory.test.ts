import assert from "node:assert/strict";
import { test } from "node:test";

import { PromptHistory } from "../../../src/commands/promptHistory";
import { memento } from "../support/testServices";

test("the newest prompt comes first, and each stands once", async () => {
  const history = new PromptHistory(memento());
  for (const prompt of ["a", "b", "a"]) {
    await history.remember(prompt);
  }
  assert.deepEqual(history.all(), ["a", "b"]);
});

test("only the last twenty are kept", async () => {
  const history = new PromptHistory(memento());
  for (let number = 1; number <= 25; number += 1) {
    await history.remember(String(number));
  }
  assert.equal(history.all().length, 20);
  assert.equal(history.all()[0], "25");
});

test("what somebody else put there does no harm", async () => {
  const odd = memento();
  await odd.update("architect.prompts", { no: "list" });
  assert.deepEqual(new PromptHistory(odd).all(), []);
});
