import assert from "node:assert/strict";
import { test } from "node:test";

import { newRun, type Run } from "../../../src/runs/run";
import { costOf, detailsOf, stateText, summaryOf, titleOf } from "../../../src/runs/runText";
import { escapeControls } from "../../../src/displayText";

function run(fields: Partial<Run>): Run {
  return { ...newRun("20261120-080006-de6374.1", 1), ...fields };
}

test("a run says where it stands", () => {
  const stateTexts: [Partial<Run>, string][] = [
    [{ state: "queued", position: 1 }, "queued at position 1"],
    [{ state: "queued" }, "queued"],
    [{ state: "running" }, "starting"],
    [{ state: "running", step: 3, activity: "run_command npm test" }, "step 3: run_command npm test"],
    [{ state: "waiting", waitsFor: "confirm" }, "waiting for confirmation"],
    [{ state: "waiting", waitsFor: "input" }, "waiting for your answer"],
    [{ state: "waiting", waitsFor: "something new" }, "waiting"],
    [{ state: "cancelling" }, "stopping"],
    [{ state: "done", outcome: "limit" }, "limit reached"],
    [{ state: "lost" }, "connection lost"],
  ];
  for (const [fields, words] of stateTexts) {
    assert.equal(stateText(run(fields)), words);
  }
});

test("what a run has cost is tokens where the price is not known", () => {
  assert.equal(costOf({ inputTokens: 1_200, outputTokens: 34, usd: null }), "1234 tokens");
  assert.equal(costOf({ inputTokens: 1, outputTokens: 1, usd: 0.00421 }), "$0.0042");
  assert.equal(costOf({ inputTokens: 1, outputTokens: 1, usd: 1.234 }), "$1.23");
  assert.equal(costOf({ inputTokens: 0, outputTokens: 0, usd: 0 }), "");
});

test("a summary has only what there is", () => {
  assert.equal(summaryOf(run({ state: "done", outcome: "completed" })), "done");
  const changed = { filesChanged: ["a.py", "b.py"], findings: 1, denied: 1, isUndone: true };
  assert.equal(
    summaryOf(run({ state: "done", outcome: "completed", ...changed })),
    "done · 2 files undone · 1 finding · 1 denied",
  );
});

test("nothing in the words of a run hides or reorders", () => {
  const hostile = run({ title: "a\u202eb\u001b[31m", error: "x\u200by\nz", activity: "\u0007" });
  for (const words of [titleOf(hostile), summaryOf({ ...hostile, state: "running", step: 1 })]) {
    assert.equal(words, escapeControls(words));
  }
  assert.equal(detailsOf(hostile), escapeControls(detailsOf(hostile)));
});

test("the models are those that replied", () => {
  const told = (fields: Partial<Run>): string | undefined =>
    detailsOf(run(fields)).split("\n").find((line) => line.startsWith("Model"));
  assert.equal(told({}), undefined);
  assert.equal(told({ model: "a/one" }), "Model: a/one");
  assert.equal(told({ model: "hosted_vllm/tiny" }), "Model: tiny");
  assert.equal(told({ model: "a/one", models: ["b/two"] }), "Model: b/two");
  assert.equal(told({ model: "a/one", models: ["a/one", "b/two"] }), "Models: a/one, b/two");
});

test("the step is told with the most there may be, if that is known", () => {
  const told = (fields: Partial<Run>) => detailsOf(run(fields)).split("\n").filter((line) => line.startsWith("Step"));
  assert.deepEqual([told({}), told({ step: 3 }), told({ step: 3, maxSteps: 50 })], [[], ["Step 3"], ["Step 3 of 50"]]);
});

test("a run without a title is called by its id", () => {
  assert.equal(titleOf(run({})), "20261120-080006-de6374.1");
});
