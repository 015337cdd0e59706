import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";
import { isShown } from "../../../src/conversation/quietCalls";

/** The kinds of blocks that are shown of a run in which the model calls `name`, and of which more is told. */
function shown(name: string, ...told: readonly (readonly [type: string, fields: Record<string, unknown>])[]): readonly string[] {
  const all = [["tool.requested", { callId: "c", name, arguments: "{}" }], ...told] as const;
  const events = all.map(([type, fields], at): RunEvent => ({ runId: "s.1", seq: at + 1, ts: "", type, ...fields }));
  return foldAll(EMPTY, events).runs.flatMap(({ blocks }) => blocks).filter(isShown).map(({ kind }) => kind);
}

const END = { callId: "c", text: "so", durationS: 1 };
const SUCCEEDED = ["tool.finished", { ...END, success: true }] as const;
const FAILED = ["tool.finished", { ...END, success: false }] as const;
const PLAN = ["plan.updated", { callId: "c", steps: [{ step: "Read it", status: "pending" }] }] as const;
const ANSWER = ["user.asked", { callId: "c", asked: { question: "Which?", answer: "both" } }] as const;

test("a plan and a question of the model stand in the conversation once", () => {
  assert.deepEqual(shown("update_plan", PLAN, SUCCEEDED), ["checklist"]);
  assert.deepEqual(shown("ask_user"), []);
  assert.deepEqual(shown("ask_user", ANSWER, SUCCEEDED), ["note"]);
});

test("a call that came to nothing is shown, and so is every other one", () => {
  assert.deepEqual(shown("update_plan", FAILED), ["call"]);
  assert.deepEqual(shown("ask_user", ["tool.decided", { callId: "c", allowed: false, by: "rules", reason: "no" }]), ["call"]);
  assert.deepEqual(shown("ask_user", ["run.finished", { status: "partial", stopReason: "user_interrupt", output: "" }]), ["call", "outcome"]);
  assert.deepEqual(shown("read_file", SUCCEEDED), ["call"]);
});
