import assert from "node:assert/strict";
import { test } from "node:test";

import { newRun, type Run } from "../../../src/runs/run";
import { endingOf, type Ending } from "../../../src/status/ending";

function ending(fields: Partial<Run>, before: Partial<Run> | undefined): Ending | undefined {
  const run: Run = { ...newRun("a.1", 1), title: "make it faster", state: "done", ...fields };
  const earlier: Run | undefined = before && { ...run, state: "running", ...before };
  return endingOf({ run, before: earlier, event: undefined });
}

test("a run that is done is told in a line", () => {
  const told = ending({ outcome: "completed", filesChanged: ["a.py"] }, {});
  assert.deepEqual(told, {
    runId: "a.1",
    words: "done",
    details: "make it faster\ndone · 1 file",
    label: "“make it faster”: done · 1 file",
    problem: undefined,
  });
});

test("a run that went wrong says so in a sentence, and why in another", () => {
  const words = { words: "Failed: no usable answer from the model", tone: "bad" } as const;
  const failed = { title: "common?", outcome: "failed", ending: words } as const;
  const told = ending({ ...failed, error: "nothing answers at http://localhost:1234/v1" }, {});
  assert.equal(told?.problem?.message, "“common?” failed. Nothing answers at http://localhost:1234/v1.");
  assert.equal(ending(failed, {})?.problem?.message, "“common?” failed. No usable answer from the model.");
  assert.equal(ending({ outcome: "failed" }, {})?.problem?.message, "“make it faster” failed.");
  assert.equal(ending({ outcome: "interrupted" }, {})?.problem?.message, "“make it faster” was interrupted.");
});

test("the status bar has how a run ended, and its details what it was and why", () => {
  const words = "Failed: no usable answer from the model";
  const error = "Nothing answers at http://localhost:1234/v1.";
  const told = ending({ title: "what do they have in common?", outcome: "failed", error, ending: { words, tone: "bad" } }, {});
  assert.equal(told?.words, words);
  assert.equal(told.details, `what do they have in common?\n${words}\n${error}`);
});

test("what is missing is told once: as the words of the ending say, else by the output", () => {
  const message = (fields: Partial<Run>, words: string) =>
    ending({ ...fields, ending: { words, tone: "warning" } }, {})?.problem?.message;
  const partly = "“make it faster” is only partly done.";
  const denied = { outcome: "blocked", denied: 2, output: "I could not run the tests." } as const;
  assert.equal(message(denied, "Partly done: 2 actions were denied"), `${partly} 2 actions were denied.`);
  const full = { outcome: "limit", output: "Stopped: too long.", isWithoutSummary: true } as const;
  assert.equal(message(full, "Partly done: context window full"), `${partly} Context window full.`);
  assert.equal(message(full, "Hecho en parte"), `${partly} Too long.`);
  assert.equal(message({ outcome: "blocked", output: "Left: a test." }, "Partly done"), `${partly} Left: a test.`);
});

test("what the user cancelled is no problem", () => {
  assert.equal(ending({ outcome: "cancelled" }, {})?.problem, undefined);
});

test("what was over before is not told again", () => {
  assert.equal(ending({ outcome: "failed" }, { state: "done" }), undefined);
  assert.equal(ending({ outcome: "interrupted" }, { state: "lost" }), undefined);
  assert.equal(ending({ outcome: "failed" }, undefined), undefined);
  assert.equal(ending({ state: "running" }, {}), undefined);
});

test("a run that could not be started is left to the command that ordered it", () => {
  assert.equal(ending({ title: "", outcome: "failed" }, {}), undefined);
});
