/** How the end of a run is told. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Block } from "../../../src/conversation/blocks";
import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";

/** The blocks that events with these types and fields make. */
function blocksOf(...events: readonly (readonly [string, Record<string, unknown>])[]): readonly Block[] {
  const made = events.map(([type, fields], at): RunEvent => {
    return { runId: "s.1", seq: at + 1, ts: "2026-11-20T08:00:00.000Z", type, ...fields };
  });
  return foldAll(EMPTY, made).runs.flatMap((run) => run.blocks);
}

function endingIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => (block.kind === "outcome" ? [block.title, block.tone] : []));
}

test("a run that a reload cut off says so once, and of a call that never began that it did not", () => {
  const ending = { words: "Interrupted", tone: "warning" };
  const blocks = blocksOf(
    ["run.started", { task: "t", agent: "build" }],
    ["tool.requested", { callId: "c", name: "run_command", arguments: "{}" }],
    ["tool.finished", { callId: "c", success: false, cutOff: true, text: "Error: not executed" }],
    ["net.hit", { reason: "user_interrupt", message: "interrupted by the user" }],
    ["run.state", { state: "done", outcome: "interrupted", ending }],
  );
  assert.deepEqual(blocks.map(({ kind }) => kind), ["task", "call", "outcome"]);
  assert.deepEqual(blocks.flatMap((block) => (block.kind === "call" ? [block.state] : [])), ["interrupted"]);
  assert.deepEqual(endingIn(blocks), ["Interrupted", "warning"]);
});

test("a call that the user stopped is interrupted, and no failure", () => {
  const states = (fields: Record<string, unknown>) =>
    blocksOf(
      ["run.started", { task: "t", agent: "build" }],
      ["tool.requested", { callId: "c", name: "run_command", arguments: "{}" }],
      ["tool.finished", { callId: "c", success: false, ...fields }],
    ).flatMap((block) => (block.kind === "call" ? [block.state] : []));
  const text = "Error: interrupted; it may have been partially executed";
  assert.deepEqual(states({ text, cutOff: true }), ["interrupted"]);
  assert.deepEqual(states({ text }), ["failed"]);
});

test("how a run ended is told in the words of the server", () => {
  const ending = { words: "Done, but the last test command failed", tone: "warning" };
  const blocks = blocksOf(
    ["run.started", { task: "t", agent: "build" }],
    ["run.finished", { status: "success", stopReason: "llm_done", output: "all is well" }],
    ["run.state", { state: "done", outcome: "completed", ending }],
  );
  assert.deepEqual(endingIn(blocks), [ending.words, ending.tone]);
});
