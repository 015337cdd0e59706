import assert from "node:assert/strict";
import { test } from "node:test";

import type { Block } from "../../../src/conversation/blocks";
import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";

function blocksAfter(...events: RunEvent[]): readonly Block[] {
  return foldAll(EMPTY, events).runs[0]?.blocks ?? [];
}

function event(seq: number, type: string, fields: Record<string, unknown> = {}): RunEvent {
  return { runId: "s.1", seq, ts: "2026-11-20T08:00:00.000Z", type, ...fields };
}

/** Thoughts and replies in short. */
function told(blocks: readonly Block[]): readonly unknown[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case "reasoning":
        return [block.kind, block.text, block.state, block.durationS];
      case "reply":
        return [block.kind, block.text, block.isComplete];
      default:
        return block.kind;
    }
  });
}

const STARTED = event(1, "run.started", { task: "x" });
const THOUGHT = [
  event(1, "model.reasoning", { text: "I " }),
  event(1, "model.reasoning", { text: "see." }),
];
const SAID = event(1, "model.delta", { text: "Do" });
const REPLIED = event(2, "model.replied", { text: "Done.", reasoning: "I see. Or not?", reasoningS: 3.2 });

test("what the model thinks is one block above its reply while it comes", () => {
  const more = event(1, "model.reasoning", { text: " Or not?" });
  assert.deepEqual(told(blocksAfter(STARTED, ...THOUGHT)), ["task", ["reasoning", "I see.", "thinking", undefined]]);
  assert.deepEqual(told(blocksAfter(STARTED, ...THOUGHT, SAID, more)), [
    "task",
    ["reasoning", "I see. Or not?", "replying", undefined],
    ["reply", "Do", false],
  ]);
});

test("a thought is whole and above its reply however much of it was seen coming", () => {
  for (const seen of [[], THOUGHT, [SAID], [...THOUGHT, SAID]]) {
    assert.deepEqual(told(blocksAfter(STARTED, ...seen, REPLIED)), [
      "task",
      ["reasoning", "I see. Or not?", "done", 3.2],
      ["reply", "Done.", true],
    ]);
  }
});

test("what an attempt thought that failed is void, and each reply has a thought of its own", () => {
  const blocks = blocksAfter(
    STARTED,
    ...THOUGHT,
    SAID,
    event(2, "model.retried", { attempt: 1, reason: "cut" }),
    event(2, "model.reasoning", { text: "first" }),
    event(3, "model.replied", { text: "", reasoning: "first" }),
    event(3, "model.reasoning", { text: "second" }),
    event(4, "run.finished", { status: "failed", stopReason: "user_interrupt" }),
  );
  assert.deepEqual(told(blocks), [
    "task",
    "retry",
    ["reasoning", "first", "done", undefined],
    ["reasoning", "second", "done", undefined],
    "outcome",
  ]);
});
