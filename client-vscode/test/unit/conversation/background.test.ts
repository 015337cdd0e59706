import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";

const ENDS: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ by: "itself", exitCode: 3 }, "ended with exit code 3"],
  [{ by: "itself", exitCode: null }, "timed out"],
  [{ by: "user", exitCode: null }, "stopped"],
  [{ by: "model", exitCode: null }, "stopped"],
  [{ by: "run", exitCode: null }, "ended with the run"],
];

const TOLD = { callId: "c1", handle: "bg1", command: "npm run dev" };
const COMMAND = { runId: "s.1", handle: "bg1", command: "npm run dev", ended: "", isKept: false };

test("a call tells what becomes of the command that it left in the background", () => {
  const begun: readonly (readonly [string, Record<string, unknown>])[] = [
    ["tool.requested", { callId: "c1", name: "run_command", arguments: '{"command": "npm run dev"}' }],
    ["background.started", { callId: "c1", handle: "bg1", command: "npm run dev" }],
    ["tool.finished", { callId: "c1", name: "run_command", success: true, text: "bg1 is running" }],
  ];
  assert.equal(backgroundAfter(begun)?.ended, "");
  for (const [end, words] of ENDS) {
    const background = backgroundAfter([...begun, ["background.ended", { ...TOLD, ...end }]]);
    assert.deepEqual(background, { ...COMMAND, ended: words });
  }
});

test("a command that is kept goes on after the run, until it is stopped", () => {
  const begun: readonly (readonly [string, Record<string, unknown>])[] = [
    ["run.started", { task: "serve" }],
    ["tool.requested", { callId: "c1", name: "run_command", arguments: '{"command": "npm run dev"}' }],
    ["background.started", { callId: "c1", handle: "bg1", command: "npm run dev" }],
    ["tool.finished", { callId: "c1", name: "run_command", success: true, text: "bg1 is running" }],
  ];
  const kept: readonly [string, Record<string, unknown>] = [
    "background.kept",
    { callId: "c1", handle: "bg1", command: "npm run dev" },
  ];
  const over: readonly [string, Record<string, unknown>] = ["run.finished", { status: "success" }];
  const stopped: readonly [string, Record<string, unknown>] = [
    "background.ended",
    { ...TOLD, by: "user", exitCode: null },
  ];
  assert.equal(backgroundAfter([...begun, over])?.ended, "ended with the run");
  assert.deepEqual(backgroundAfter([...begun, kept, over]), { ...COMMAND, isKept: true });
  assert.equal(backgroundAfter([...begun, kept, over, stopped])?.ended, "stopped");
});

test("commands of a sub-agent stand with it, and end with the run if that is killed", () => {
  const told = { ...TOLD, childId: "s.1.1" };
  const begun: readonly (readonly [string, Record<string, unknown>])[] = [
    ["run.started", { task: "serve" }],
    ["tool.requested", { callId: "c1", name: "dispatch_subagent", arguments: "{}" }],
    ["child.started", { callId: "c1", childId: "s.1.1", agent: "worker", task: "serve" }],
    ["background.started", told],
    ["background.started", { ...told, handle: "bg2" }],
    ["background.kept", { ...told, handle: "bg2" }],
  ];
  const both = [COMMAND, { ...COMMAND, handle: "bg2", isKept: true }];
  const call = callAfter(begun);
  assert.equal(call.background, undefined);
  assert.deepEqual(call.subagents[0]?.commands, both);
  assert.equal(call.subagents[0].callCount, 0);
  const killed = callAfter([...begun, ["run.finished", { status: "partial" }]]).subagents[0]?.commands;
  assert.deepEqual(killed, [{ ...COMMAND, ended: "ended with the run" }, both[1]]);
  const ended = callAfter([...begun, ["background.ended", { ...told, by: "model", exitCode: null }]]);
  assert.deepEqual(ended.subagents[0]?.commands, [{ ...COMMAND, ended: "stopped" }, both[1]]);
});

function backgroundAfter(events: readonly (readonly [string, Record<string, unknown>])[]) {
  return callAfter(events).background;
}

function callAfter(events: readonly (readonly [string, Record<string, unknown>])[]) {
  const ts = "2026-11-20T08:00:00.000Z";
  const told = events.map(([type, fields], seq): RunEvent => ({ runId: "s.1", seq: seq + 1, ts, type, ...fields }));
  const block = foldAll(EMPTY, told).runs[0]?.blocks.find(({ kind }) => kind === "call");
  assert(block?.kind === "call");
  return block;
}
