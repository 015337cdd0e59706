import assert from "node:assert/strict";
import { test } from "node:test";

import { readToWebview } from "../../../src/panel/messages";
import { readFromWebview } from "../../../src/panel/requests";

test("an answer that names no offer means the first", () => {
  const answer = { type: "answer", runId: "s.1", requestId: "q", choice: "always" };
  assert.deepEqual(readFromWebview(answer), { ...answer, note: "", offer: 0 });
  assert.deepEqual(readFromWebview({ ...answer, offer: 2, note: "no" }), { ...answer, note: "no", offer: 2 });
});

test("a file is opened at its beginning unless a line is named", () => {
  const open = { type: "open", runId: "s.1", path: "a.py" };
  assert.deepEqual(readFromWebview(open), { ...open, line: 1 });
  assert.deepEqual(readFromWebview({ ...open, line: 7 }), { ...open, line: 7 });
});

test("texts that are longer than anybody writes are not taken", () => {
  const task = (length: number) => ({ type: "submit", prompt: "x".repeat(length) });
  assert.notEqual(readFromWebview(task(1_000_000)), undefined);
  assert.equal(readFromWebview(task(1_000_001)), undefined);
  assert.equal(readFromWebview({ type: "cancel", runId: "s".repeat(201) }), undefined);
});

test("a notification keeps its tone; an unknown tone is quiet", () => {
  const posted = { type: "notification", text: "No." };
  assert.deepEqual(readToWebview({ ...posted, tone: "bad" }), { ...posted, tone: "bad" });
  assert.deepEqual(readToWebview({ ...posted, tone: "loud" }), { ...posted, tone: "quiet" });
});

test("of events, those that are none are left out", () => {
  const event = { runId: "s.1", seq: 1, ts: "", type: "run.started" };
  const events = [event, { ...event, seq: "1" }, null, { ...event, runId: "" }];
  assert.deepEqual(readToWebview({ type: "events", events, isPast: "yes" }), {
    type: "events",
    events: [event],
    isPast: false,
  });
  assert.equal(readToWebview({ type: "html", html: "<b>" }), undefined);
});
