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
    message: "make it faster: done · 1 file",
    isProblem: false,
    buttons: [],
  });
});

test("a run that went wrong says why", () => {
  const told = ending({ outcome: "failed", error: "no key for 'gpt-4.1'" }, {});
  assert.ok(told?.isProblem);
  assert.match(told.message, /failed: no key for 'gpt-4\.1'$/);
});

test("the status bar has how a run ended, and its details what it was and why", () => {
  const words = "Failed: no usable answer from the model";
  const error = "Nothing answers at http://localhost:1234/v1.";
  const told = ending({ title: "what do they have in common?", outcome: "failed", error, ending: { words, tone: "bad" } }, {});
  assert.equal(told?.words, words);
  assert.equal(told.details, `what do they have in common?\n${words}\n${error}`);
});

test("an ending is told without saying anything twice", () => {
  const words = (text: string) => ({ ending: { words: text, tone: "warning" as const } });
  const denied = ending({ outcome: "blocked", denied: 2, ...words("Partly done: 2 actions were denied") }, {});
  assert.equal(denied?.message, "make it faster: Partly done: 2 actions were denied");
  const full = ending({ outcome: "limit", output: "Stopped: too long.", isWithoutSummary: true, ...words("Partly done: context window full") }, {});
  assert.equal(full?.message, "make it faster: Partly done: context window full: too long.");
  const translated = ending({ outcome: "limit", output: "Detenida: muy larga.", isWithoutSummary: true, ...words("Hecho en parte") }, {});
  assert.equal(translated?.message, "make it faster: Hecho en parte: muy larga.");
  const said = ending({ outcome: "blocked", output: "Left: a test.", ...words("Partly done") }, {});
  assert.equal(said?.message, "make it faster: Partly done: Left: a test.");
});

test("what the user cancelled is no problem", () => {
  assert.equal(ending({ outcome: "cancelled" }, {})?.isProblem, false);
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
