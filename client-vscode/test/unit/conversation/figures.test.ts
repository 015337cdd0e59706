import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";
import { withInfo } from "../../../src/conversation/foldState";
import { newRun, type Run } from "../../../src/conversation/run";

function runAfter(...events: { type: string; [field: string]: unknown }[]): Run {
  const numbered = events.map((each, at): RunEvent => ({ runId: "s.1", seq: at + 1, ts: "", ...each }));
  return foldAll(EMPTY, numbered).runs[0] ?? newRun("s.1");
}

test("the lines of a file are counted over all of its changes", () => {
  const change = { type: "file.changed", path: "a.py", kind: "modified", diff: "" };
  const run = runAfter(
    { ...change, linesAdded: 3, linesRemoved: 1 },
    { ...change, linesAdded: 2, linesRemoved: 4 },
  );
  assert.deepEqual(run.files, [{ path: "a.py", kind: "modified", added: 5, removed: 5 }]);
});

test("a hook is a line only if it said something, or went wrong", () => {
  const hook = { type: "hook.ran", name: "format", outcome: "ok", output: " \n" };
  assert.deepEqual(runAfter(hook).blocks, []);
  const [note] = runAfter({ ...hook, output: "2 files" }).blocks;
  assert.deepEqual(note, { kind: "note", id: "s.1#0", tone: "quiet", text: "Hook format", detail: "2 files" });
  const [failed] = runAfter({ ...hook, outcome: "timed_out", problem: "after 10 s" }).blocks;
  assert.ok(failed?.kind === "note");
  assert.deepEqual([failed.tone, failed.text], ["warning", "Hook format timed out: after 10 s"]);
  const [blocked] = runAfter({ ...hook, outcome: "blocked" }).blocks;
  assert.ok(blocked?.kind === "note");
  assert.equal(blocked.text, "Hook format blocked");
});

test("what a run of the past cost is what the server says of it, if it knows", () => {
  const run = { ...newRun("s.1"), costUsd: 0.1 };
  const cost = (usd: number | null) => withInfo(run, { usage: { usd } }).costUsd;
  assert.deepEqual([cost(0.25), cost(null)], [0.25, 0.1]);
});

test("a last word that was not said before is whole", () => {
  const run = runAfter({ type: "run.finished", output: "All done.", status: "success", stopReason: "llm_done" });
  const reply = run.blocks.find((block) => block.kind === "reply");
  assert.ok(reply?.kind === "reply");
  assert.deepEqual([reply.text, reply.isComplete], ["All done.", true]);
});
