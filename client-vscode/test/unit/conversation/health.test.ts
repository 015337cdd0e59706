import assert from "node:assert/strict";
import { test } from "node:test";

import { foldNotice } from "../../../src/conversation/foldNotice";
import { newRun } from "../../../src/conversation/run";

const CHANGE = { kind: "complex", path: "a.py", line: 3, name: "f", before: 9, after: 12 };

function noteOf(fields: Record<string, unknown>): unknown {
  const about = { runId: "s.1", seq: 1, ts: "", type: "health.measured" };
  const run = foldNotice(newRun("s.1"), { ...fields, ...about });
  return run.blocks.at(-1);
}

function assertNote(note: unknown, expected: Record<string, unknown>): void {
  assert.deepEqual({ ...Object(note), ...expected }, note);
}

test("what became worse and better is told, worse as a warning", () => {
  const both = { worse: [CHANGE], worseCount: 1, better: [], betterCount: 2, sentBack: true };
  assertNote(noteOf(both), {
    tone: "warning",
    text: "Health of the code: 1 worse, 2 better; the agent repairs it",
    detail: "a.py:3 f: complexity 12 (was 9)",
  });
  assertNote(noteOf({ worseCount: 0, betterCount: 0 }), { tone: "quiet", text: "Health of the code: 0 worse, 0 better" });
});

test("why nothing was measured is told", () => {
  assertNote(noteOf({ problem: "no tools" }), { tone: "warning", detail: "no tools" });
});
