import assert from "node:assert/strict";
import { test } from "node:test";

import type { Block, OutcomeBlock, ReplyBlock } from "../../../src/conversation/blocks";
import { EMPTY, type Conversation } from "../../../src/conversation/conversation";
import { readEvent, type RunEvent } from "../../../src/conversation/event";
import { fold, foldAll } from "../../../src/conversation/fold";
import { withInfo } from "../../../src/conversation/foldState";
import { lastOf, type Run } from "../../../src/conversation/run";
import cancelled from "./runs/cancelled.json";
import completed from "./runs/completed.json";
import denied from "./runs/denied.json";
import gate from "./runs/gate.json";
import limit from "./runs/limit.json";
import planned from "./runs/planned.json";

function eventsOf(recorded: readonly unknown[]): readonly RunEvent[] {
  return recorded.map(readEvent).filter((event) => event !== undefined);
}

function played(recorded: readonly unknown[]): Run {
  return only(foldAll(EMPTY, eventsOf(recorded)));
}

function only(conversation: Conversation): Run {
  const [run, ...others] = conversation.runs;
  assert.ok(run !== undefined && others.length === 0);
  return run;
}

function ofKind<K extends Block["kind"]>(run: Run, kind: K): Extract<Block, { kind: K }>[] {
  return run.blocks.filter((each): each is Extract<Block, { kind: K }> => each.kind === kind);
}

function kinds(run: Run): readonly string[] {
  return run.blocks.map((block) => block.kind);
}

function outcome(run: Run): OutcomeBlock {
  const [block, ...others] = ofKind(run, "outcome");
  assert.ok(block !== undefined && others.length === 0);
  return block;
}

let seq = 0;

function event(type: string, fields: Record<string, unknown> = {}, runId = "s.1"): RunEvent {
  seq += 1;
  return { runId, seq, ts: "2026-11-20T08:00:00.000Z", type, ...fields };
}

function made(...events: RunEvent[]): Run {
  return only(foldAll(EMPTY, events));
}

test("a run that is done is told block by block", () => {
  const run = played(completed);
  assert.deepEqual(kinds(run), [
    ...["task", "reply", "call", "reply", "call", "checkpoint", "call", "reply", "outcome"],
  ]);
  const [first, edit, last] = ofKind(run, "call");
  assert.equal(first?.state, "failed");
  assert.equal(first.summary, "sh test.sh");
  assert.match(first.result, /expected 5/);
  assert.equal(edit?.state, "succeeded");
  assert.deepEqual(
    edit.changes.map(({ path, kind, added, removed }) => ({ path, kind, added, removed })),
    [{ path: "add.py", kind: "modified", added: 1, removed: 1 }],
  );
  assert.equal(last?.state, "succeeded");
  assert.deepEqual([outcome(run).outcome, outcome(run).tone], ["completed", "good"]);
  assert.deepEqual(
    [run.state, run.steps, run.files.map((file) => file.path)],
    ["done", 4, ["add.py"]],
  );
});

test("a streamed reply is there while it comes, and whole in the end", () => {
  const events = eventsOf(completed);
  const end = events.findIndex((each) => each.type === "model.replied");
  const during = lastOf(only(foldAll(EMPTY, events.slice(0, end))), "reply");
  assert.equal(during?.isComplete, false);
  assert.equal(during.text.trim(), "I run the test.");
  const after = lastOf(only(foldAll(EMPTY, events.slice(0, end + 1))), "reply");
  assert.deepEqual([after?.id, after?.isComplete], [during.id, true]);
});

test("pieces of a reply that were lost are in the reply", () => {
  const withoutDeltas = eventsOf(completed).filter((each) => each.type !== "model.delta");
  const texts = (run: Run): readonly string[] => ofKind(run, "reply").map((said) => said.text);
  assert.deepEqual(texts(made(...withoutDeltas)), texts(played(completed)));
});

test("an event that comes twice counts once", () => {
  const events = eventsOf(completed);
  const kept = events.filter((each) => each.type !== "model.delta" && each.type !== "tool.output");
  const once = foldAll(EMPTY, events);
  assert.equal(foldAll(once, kept), once);
});

test("blocks that an event does not touch stay the same objects", () => {
  const events = eventsOf(completed);
  const before = only(foldAll(EMPTY, events.slice(0, 20)));
  const after = only(foldAll(EMPTY, events.slice(0, 20)));
  const grown = only(fold({ runs: [after] }, event("tool.output", {}, after.runId)));
  assert.deepEqual(before.blocks, after.blocks);
  after.blocks.slice(0, -1).forEach((block, index) => {
    assert.equal(grown.blocks[index], block);
  });
});

test("what was denied is told with its reason, and the run is not called done", () => {
  const run = played(denied);
  const [call] = ofKind(run, "call");
  assert.equal(call?.state, "denied");
  assert.match(call.reason, /not this way/);
  assert.equal(run.denials, 1);
  assert.notEqual(outcome(run).tone, "good");
});

test("a question waits until it is answered", () => {
  const events = eventsOf(denied);
  const asked = events.findIndex((each) => each["waitsFor"] === "confirm");
  const waiting = only(foldAll(EMPTY, events.slice(0, asked + 1)));
  const [question] = ofKind(waiting, "question");
  assert.ok(question?.isOpen);
  assert.deepEqual(question.choices.slice(0, 1), ["once"]);
  assert.ok(question.choices.includes("deny"));
  assert.match(question.message, /add\.py/);
  assert.deepEqual([waiting.state, waiting.waitsFor], ["waiting", "confirm"]);
  const [answered] = ofKind(played(denied), "question");
  assert.equal(answered?.isOpen, false);
});

test("a run at its limit is no success", () => {
  const run = played(limit);
  assert.deepEqual(
    [outcome(run).outcome, outcome(run).tone, outcome(run).title],
    ["limit", "warning", "Partly done: maximum steps reached"],
  );
});

test("a dry run has a plan, and changes nothing", () => {
  const run = played(planned);
  const [plan] = ofKind(run, "plan");
  assert.deepEqual(
    plan?.actions.map((action) => action.tool),
    ["edit_file", "run_command"],
  );
  assert.equal(outcome(run).title, "Dry run finished; no changes were made");
  assert.deepEqual(run.files, []);
});

test("a cancelled run tells why, in quiet words", () => {
  const run = played(cancelled);
  assert.deepEqual([outcome(run).outcome, outcome(run).tone], ["cancelled", "quiet"]);
  assert.match(outcome(run).detail, /enough/);
});

test("a check that fails and then passes is told twice", () => {
  const run = played(gate);
  assert.deepEqual(
    ofKind(run, "gate").map(({ name, state }) => [name, state]),
    [["tests", "failed"], ["tests", "passed"]],
  );
  assert.ok(ofKind(run, "note").some((note) => note.text.startsWith("Not accepted as complete")));
  assert.equal(outcome(run).outcome, "completed");
});

for (const [status, stopReason, expected] of [
  ["failed", "llm_error", "failed"],
  ["failed", "internal_error", "failed"],
  ["partial", "hook_blocked", "blocked"],
  ["partial", "llm_done", "blocked"],
  ["partial", "budget_exceeded", "limit"],
  ["partial", "user_interrupt", "cancelled"],
] as const) {
  test(`${status} with ${stopReason} is ${expected}, and never green`, () => {
    const run = made(event("run.finished", { status, stopReason, output: "" }));
    assert.equal(outcome(run).outcome, expected);
    assert.notEqual(outcome(run).tone, "good");
  });
}

test("what the server calls the outcome counts", () => {
  const run = made(
    event("run.finished", { status: "success", stopReason: "llm_done", output: "" }),
    event("run.state", { state: "done", position: 0, outcome: "interrupted" }),
  );
  assert.equal(outcome(run).outcome, "interrupted");
});

test("a done run without an outcome is taken for a failure", () => {
  assert.equal(outcome(made(event("run.state", { state: "done", position: 0 }))).tone, "bad");
});

test("a run of the past ends as its RunInfo says", () => {
  const open = made(
    event("run.started", { task: "t", sessionId: "s" }),
    event("tool.requested", { callId: "c", name: "run_command", arguments: '{"command": "make"}' }),
    event("tool.decided", { callId: "c", allowed: true, summary: "make" }),
  );
  const run = withInfo(open, { state: "done", position: 0, outcome: "interrupted" });
  assert.equal(outcome(run).outcome, "interrupted");
  assert.deepEqual(ofKind(run, "call").map((call) => call.state), ["interrupted"]);
});

test("a run that waits for its turn shows its words, and its task once it begins", () => {
  const begins = eventsOf(completed).find(({ type }) => type === "run.started");
  assert.ok(begins !== undefined);
  const queued = fold(EMPTY, { ...begins, type: "run.state", seq: 1, state: "queued", position: 1 });
  const waiting = withInfo(only(queued), { state: "queued", position: 1, title: "make it faster" });
  assert.deepEqual(ofKind(waiting, "message").map(({ text }) => text), ["make it faster"]);
  assert.deepEqual(withInfo(waiting, { state: "queued", title: "make it faster" }).blocks, waiting.blocks);
  assert.deepEqual(kinds(only(fold({ ...EMPTY, runs: [waiting] }, { ...begins, seq: 2 }))), ["task"]);
});

test("what is only proposed is not called changed", () => {
  const run = made(
    event("tool.requested", { callId: "c", name: "edit_file", arguments: "{}" }),
    event("file.proposed", { callId: "c", path: "a.py", kind: "modified", diff: "", linesAdded: 1 }),
    event("file.proposed", { callId: "c", path: "a.py", kind: "modified", diff: "", linesAdded: 1 }),
    event("run.finished", { status: "success", stopReason: "llm_done", output: "" }),
  );
  assert.deepEqual([run.files, run.proposed], [[], ["a.py"]]);
  assert.match(outcome(run).title, /proposed/);
});

test("what a failed attempt said is void", () => {
  const run = made(
    event("model.delta", { text: "half a rep" }),
    event("model.retried", { attempt: 1, delayS: 1, reason: "overloaded" }),
    event("model.replied", { text: "whole", calls: [], costUsd: 0.5, usage: { inputTokens: 10, outputTokens: 2 } }),
  );
  assert.deepEqual(kinds(run), ["retry", "reply"]);
  assert.equal((run.blocks[1] as ReplyBlock).text, "whole");
  assert.deepEqual([run.costUsd, run.inputTokens, run.outputTokens], [0.5, 10, 2]);
});

test("one unknown price makes the sum unknown", () => {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const run = made(
    event("model.replied", { text: "a", costUsd: 0.5, usage }),
    event("model.replied", { text: "b", costUsd: null, usage }),
  );
  assert.equal(run.costUsd, undefined);
});

test("an id that a model uses again means the last call", () => {
  const ask = (): RunEvent => event("tool.requested", { callId: "call_1", name: "grep", arguments: "{}" });
  const end = (text: string): RunEvent =>
    event("tool.finished", { callId: "call_1", success: true, text, durationS: 1 });
  const run = made(ask(), end("one"), ask(), end("two"));
  assert.deepEqual(ofKind(run, "call").map((call) => call.result), ["one", "two"]);
});

test("output of a command is bounded, and its end is kept", () => {
  const line = "x".repeat(999);
  const run = made(
    event("tool.requested", { callId: "c", name: "run_command", arguments: "{}" }),
    event("tool.decided", { callId: "c", allowed: true }),
    ...Array.from({ length: 500 }, (_, at) =>
      event("tool.output", { callId: "c", stream: "stdout", text: `${line}${String(at)}\n` }),
    ),
  );
  const [call] = ofKind(run, "call");
  const text = call?.output.pieces.map((piece) => piece.text).join("") ?? "";
  assert.ok(text.length <= 70_000, `${text.length} characters are kept`);
  assert.ok(text.endsWith("x499\n"));
  assert.equal(text.length + (call?.output.dropped ?? 0), 500 * 1_000 + 10 + 90 * 2 + 400 * 3);
});

test("fields of other types than expected break nothing", () => {
  const types = new Set([completed, denied, gate, planned].flatMap((run) => run.map((each) => each.type)));
  for (const odd of [null, 1, "text", [], { a: 1 }, true]) {
    for (const type of [...types, "finding.reported", "hook.ran", "changes.rejected", "unheard.of", "constructor", "__proto__"]) {
      const names = ["text", "callId", "pending", "event", "finding", "action", "usage", "error", "paths", "state"];
      const fields = Object.fromEntries(names.map((name) => [name, odd]));
      assert.ok(made(event("run.started"), event(type, fields)).blocks.length >= 1);
    }
  }
});

test("what is no event is none", () => {
  for (const odd of [null, undefined, 1, "x", [], {}, { runId: "a" }, { runId: "a", type: "b", seq: "1" }]) {
    assert.equal(readEvent(odd), undefined);
  }
});

test("ten thousand events are taken in without a pause that anybody sees", () => {
  const events = Array.from({ length: 2_500 }, (_, at) => [
    event("tool.requested", { callId: `c${String(at)}`, name: "grep", arguments: "{}" }),
    event("tool.decided", { callId: `c${String(at)}`, allowed: true, summary: "x" }),
    event("tool.finished", { callId: `c${String(at)}`, success: true, text: "found" }),
    event("model.replied", { text: "So it is." }),
  ]).flat();
  assert.equal(made(...events).blocks.length, 5_000);
});
