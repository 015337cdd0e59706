import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";

const ONE = { callId: "c1", childId: "s.1.1" };

test("what a sub-agent does stands below the call that sent it out", () => {
  const ended = { name: "dispatch_subagent", success: true, text: "answer" };
  const events: readonly (readonly [string, Record<string, unknown>])[] = [
    ["tool.requested", { callId: "c1", name: "dispatch_subagent", arguments: "{}" }],
    ["child.started", { ...ONE, agent: "explore", task: "find it" }],
    ["child.called", { ...ONE, name: "grep", summary: "'x' in ." }],
    ["child.replied", { ...ONE, usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 0 }, costUsd: 0.5 }],
    ["child.denied", { ...ONE, name: "run_command", summary: "rm x", reason: "no" }],
    ["child.finished", { ...ONE, status: "partial" }],
    ["tool.finished", { callId: "c1", ...ended }],
  ];
  const ts = "2026-11-20T08:00:00.000Z";
  const told = events.map(([type, fields], seq): RunEvent => ({ runId: "s.1", seq: seq + 1, ts, type, ...fields }));
  const [run] = foldAll(EMPTY, told).runs;
  assert.deepEqual([run?.inputTokens, run?.outputTokens, run?.costUsd], [100, 20, 0.5]);
  const [block] = run?.blocks ?? [];
  assert(block?.kind === "call");
  const calls = ["grep 'x' in .", "denied run_command rm x: no"];
  assert.deepEqual(block.subagents, [
    { runId: "s.1.1", agent: "explore", task: "find it", calls, callCount: 2, commands: [], status: "partial" },
  ]);
});
