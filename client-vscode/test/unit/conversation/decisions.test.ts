import assert from "node:assert/strict";
import { test } from "node:test";

import type { DecisionBlock } from "../../../src/conversation/blocks";
import { EMPTY, isUndone, lastRun, type Conversation } from "../../../src/conversation/conversation";
import { decisionText, withDecisionsJoined } from "../../../src/conversation/decisionText";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";
import { withInfo } from "../../../src/conversation/foldState";

let seq = 0;

function event(runId: string, type: string, fields: Record<string, unknown> = {}): RunEvent {
  seq += 1;
  return { runId, seq, ts: "2026-11-20T08:00:00.000Z", type, ...fields };
}

const ENDED = { status: "success", stopReason: "llm_done", output: "restored a.py" };

/** A run of the user's own in the session `s`, with those events in it. */
function decision(number: number, task: string, ...events: [type: string, fields: Record<string, unknown>][]): readonly RunEvent[] {
  const runId = `s.${String(number)}`;
  const started = {
    task,
    agent: task.startsWith("keep") ? "keep" : "undo",
    undoes: /^undo (s\S+)$/.exec(task)?.[1] ?? null,
    restores: task.startsWith("Go back") ? "1f3c9ab204" : "",
  };
  return [
    event(runId, "run.started", started),
    ...events.map(([type, fields]) => event(runId, type, fields)),
    event(runId, "run.finished", ENDED),
  ];
}

const EDIT: [string, Record<string, unknown>] = ["file.changed", { path: "a.py", kind: "modified", diff: "" }];
const UNDONE = { ofRun: "s.1", paths: ["a.py"], hunks: ["h1"], note: "" };

const RUN = [
  event("s.1", "run.started", { task: "fix it", agent: "build" }),
  event("s.1", "file.changed", { callId: "c", path: "a.py", kind: "modified", diff: "", linesAdded: 1 }),
  event("s.1", "run.finished", ENDED),
];

function told(conversation: Conversation): readonly string[] {
  const placed = conversation.runs.flatMap((run) => run.blocks.map((block) => ({ block })));
  const blocks = withDecisionsJoined(placed).map(({ block }) => block);
  return blocks.filter((block): block is DecisionBlock => block.kind === "decision").map(decisionText);
}

test("each decision is one sentence, and no turn of the conversation", () => {
  const rejected: [string, Record<string, unknown>] = ["changes.rejected", UNDONE];
  const kept: [string, Record<string, unknown>] = ["changes.kept", UNDONE];
  const cases: readonly [readonly RunEvent[], string][] = [
    [decision(2, "undo hunks of s.1", EDIT, rejected), "You undid 1 change in a.py"],
    [decision(2, "undo hunks of s.1", EDIT, ["changes.turned_down", UNDONE]), "You undid 1 change in a.py"],
    [decision(2, "undo hunks of s.1", rejected), "You discarded 1 proposed change in a.py"],
    [decision(2, "undo s.1", EDIT, ["changes.rejected", { ...UNDONE, hunks: [] }]), "You undid the changes in a.py"],
    [decision(2, "keep s.1", kept), "You kept 1 change in a.py"],
    [decision(2, "keep s.1", EDIT, kept), "You accepted 1 proposed change in a.py"],
    [decision(2, "Go back to step 2 of s.1 (1f3c9ab204)", EDIT), "You went back to an earlier state of a.py"],
    [decision(2, "undo s.9", EDIT), "You reverted a decision about the changes in a.py"],
  ];
  for (const [events, text] of cases) {
    const conversation = foldAll(EMPTY, [...RUN, ...events]);
    assert.deepEqual(told(conversation), [text]);
    assert.equal(conversation.runs[1]?.blocks.length, 1);
    assert.equal(lastRun(conversation)?.runId, "s.1");
    assert.deepEqual(conversation.runs[1].files, []);
  }
});

test("what the server says of a decision later adds nothing to it", () => {
  const conversation = foldAll(EMPTY, [...RUN, ...decision(2, "undo s.1", EDIT)]);
  const run = conversation.runs[1];
  assert.ok(run);
  assert.equal(withInfo(run, { runId: run.runId, state: "done", outcome: "completed" }), run);
});

test("decisions of one kind that follow each other are one sentence, but for those with a note", () => {
  const reject = (number: number, path: string, note = "") =>
    decision(number, "undo hunks of s.1", EDIT, ["changes.rejected", { ...UNDONE, paths: [path], note }]);
  const events = [...RUN, ...reject(2, "a.py"), ...reject(3, "b.py"), ...reject(4, "a.py", "too loud")];
  const both = ["You undid 2 changes in a.py, b.py", "You undid 1 change in a.py"];
  assert.deepEqual(told(foldAll(EMPTY, events)), both);
});

test("what was left alone stands below the decision", () => {
  const left = "left alone a.py (lines 3-4): it was changed since";
  const events = [
    event("s.2", "run.started", { task: "undo s.1", agent: "undo", undoes: "s.1" }),
    event("s.2", "run.finished", { ...ENDED, status: "partial", output: left, leftAlone: [left] }),
  ];
  const conversation = foldAll(EMPTY, [...RUN, ...events]);
  const [block] = conversation.runs[1]?.blocks ?? [];
  assert.equal(block?.kind === "decision" && block.detail, left);
  assert.equal(isUndone(conversation, "s.1"), false);
});

test("a run is undone until its undo is undone, and single hunks do not count", () => {
  let conversation = foldAll(EMPTY, RUN);
  const expected: readonly [task: string, isUndone: boolean][] = [
    ["undo hunks of s.1", false],
    ["undo s.1", true],
    ["undo s.3", false],
    ["undo s.4", true],
    ["undo s.1", true],
  ];
  expected.forEach(([task, isExpected], index) => {
    conversation = foldAll(conversation, decision(index + 2, task, EDIT));
    assert.equal(isUndone(conversation, "s.1"), isExpected, task);
  });
});
