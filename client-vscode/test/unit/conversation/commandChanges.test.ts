import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";

const RUN = "s.1";

test("what a command changed is told apart from edits, and what undo does not cover is named", () => {
  const lost = (fields: Record<string, unknown>) => ["changes.not_recorded", { callId: "c1", ...fields }] as const;
  const changed = { path: "a.py", kind: "modified", diff: "" };
  const events: readonly (readonly [string, Record<string, unknown>])[] = [
    ["tool.requested", { callId: "c1", name: "run_command", arguments: "{}" }],
    ["file.changed", { callId: "c1", byCommand: true, ...changed }],
    lost({ reason: "binary", paths: ["x.png", "y.png"], count: 3 }),
    lost({ reason: "too many files", paths: [], count: 0 }),
    ["tool.requested", { callId: "c2", name: "edit_file", arguments: "{}" }],
    ["file.changed", { callId: "c2", ...changed }],
  ];
  const ts = "2026-11-20T08:00:00.000Z";
  const told = events.map(([type, fields], seq): RunEvent => ({ runId: RUN, seq: seq + 1, ts, type, ...fields }));
  const blocks = foldAll(EMPTY, told).runs[0]?.blocks ?? [];
  const changes = blocks.flatMap((block) => (block.kind === "call" ? block.changes : []));
  assert.deepEqual(changes.map((change) => change.isByCommand), [true, false]);
  assert.deepEqual(
    blocks.flatMap((block) => (block.kind === "note" ? [[block.tone, block.text, block.detail]] : [])),
    [
      ["warning", "Undo does not cover 3 changed files: binary", "x.png\ny.png\n..."],
      ["warning", "Undo does not cover what the last command changed: too many files", ""],
    ],
  );
});
