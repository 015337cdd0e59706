import assert from "node:assert/strict";
import { test } from "node:test";

import type { Block } from "../../../src/conversation/blocks";
import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";
import type { Run } from "../../../src/conversation/run";

let seq = 0;

function event(type: string, fields: Record<string, unknown> = {}): RunEvent {
  seq += 1;
  return { runId: "s.1", seq, ts: "2026-11-20T08:00:00.000Z", type, ...fields };
}

function made(...events: RunEvent[]): Run {
  const [run] = foldAll(EMPTY, events).runs;
  assert.ok(run !== undefined);
  return run;
}

function ofKind<K extends Block["kind"]>(run: Run, kind: K): Extract<Block, { kind: K }>[] {
  return run.blocks.filter((each): each is Extract<Block, { kind: K }> => each.kind === kind);
}

function kinds(run: Run): readonly string[] {
  return run.blocks.map((block) => block.kind);
}

test("a request that is sent again waits until there is a sign of the model, or an end", () => {
  const failed = event("model.retried", { attempt: 1, delayS: 9, reason: "overloaded" });
  const retry = (run: Run) => ofKind(run, "retry").map(({ attempt, delayS, isOver }) => [attempt, delayS, isOver]);
  assert.deepEqual(retry(made(failed)), [[2, 9, false]]);
  for (const sign of [
    event("model.delta", { text: "h" }),
    event("model.reasoning", { text: "h" }),
    event("model.switched", { before: "a", model: "b", reason: "gone" }),
    event("run.finished", { status: "failed", stopReason: "llm_error", output: "" }),
  ]) {
    assert.deepEqual(retry(made(failed, sign)), [[2, 9, true]], sign.type);
  }
  assert.deepEqual(retry(made(failed, event("model.retried", { attempt: 2, delayS: 20, reason: "gone" }))), [[2, 9, true], [3, 20, false]]);
});

test("a request that fails again in the same way is told once, with its last attempt", () => {
  const failed = (attempt: number) => event("model.retried", { attempt, delayS: 2 * attempt, reason: "overloaded" });
  const run = made(failed(1), failed(2));
  assert.deepEqual(ofKind(run, "retry").map(({ attempt, delayS, isOver }) => [attempt, delayS, isOver]), [[3, 4, false]]);
  assert.equal(ofKind(made(failed(1), event("model.delta", { text: "h" }), failed(1)), "retry").length, 1);
});

test("why requests failed is told once, by the end of the run if that does", () => {
  const failed = event("model.retried", { attempt: 1, delayS: 2, reason: "answered 500" });
  const ended = (message: string) => made(failed, event("run.finished", { status: "failed", stopReason: "llm_error", output: "", error: { message } }));
  const reasons = (run: Run) => ofKind(run, "retry").map(({ reason }) => reason);
  assert.deepEqual(reasons(ended("answered 500")), [""]);
  assert.deepEqual(reasons(ended("no access")), ["answered 500"]);
});

test("what was selected is shown with the task, whatever the task looks like", () => {
  const task = "explain\n<selection from='x.py, line 9'>\n";
  const opened = (rest: string) =>
    ofKind(made(event("run.started", { task, opening: `${task}\n\n${rest}` })), "task")[0]?.selection;
  assert.equal(opened("<files from='x'>\n</files>"), undefined);
  assert.deepEqual(opened("<selection from=\"it's, a.py, lines 3-5\">\nx\n</selection>"), {
    path: "it's, a.py",
    line: 3,
    words: "it's, a.py, lines 3-5",
  });
});

test("what stopped a run is said once", () => {
  const run = made(
    event("net.hit", { reason: "context_full", message: "the window is full" }),
    event("run.finished", {
      status: "partial",
      stopReason: "context_full",
      output: "Detenido: the window is full.",
      withoutSummary: true,
    }),
  );
  assert.deepEqual(kinds(run), ["note", "outcome"]);
});
