import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";

function blocksOf(...events: readonly (readonly [string, Record<string, unknown>])[]): readonly string[] {
  const ts = "2026-11-20T08:00:00.000Z";
  const told = events.map(([type, fields], seq): RunEvent => ({ runId: "s.1", seq: seq + 1, ts, type, ...fields }));
  const blocks = foldAll(EMPTY, told).runs[0]?.blocks ?? [];
  return blocks.map((block) => {
    switch (block.kind) {
      case "task":
        return block.canRestore ? "task, restorable" : "task";
      case "checkpoint":
        return `checkpoint ${String(block.step)}`;
      default:
        return block.kind;
    }
  });
}

const STARTED = ["run.started", { task: "fix it", agent: "build" }] as const;
const step = (number: number) => ["step.started", { step: number }] as const;
const edit = (type = "file.changed") => [type, { path: "a.py", kind: "modified", diff: "" }] as const;

test("behind each step that changed files is a place to go back to", () => {
  assert.deepEqual(blocksOf(STARTED, step(1), step(2), edit(), edit(), step(3), step(4), edit(), step(5)), [
    "task, restorable",
    "change",
    "change",
    "checkpoint 2",
    "change",
    "checkpoint 4",
  ]);
});

test("where nothing was changed, or only proposed, there is none", () => {
  assert.deepEqual(blocksOf(STARTED, step(1), edit("file.proposed"), step(2)), ["task", "change"]);
});
