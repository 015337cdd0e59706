import assert from "node:assert/strict";
import { test } from "node:test";

import { callSummary } from "../../../src/conversation/callSummary";
import { costOf } from "../../../src/conversation/conversation";
import { newRun } from "../../../src/conversation/run";

test("a call is about its command before its path, and its path before anything else", () => {
  assert.equal(callSummary('{"path": "a.py", "command": "npm test"}'), "npm test");
  assert.equal(callSummary('{"query": "x", "path": "a.py"}'), "a.py");
  assert.equal(callSummary('{"limit": 3, "path": 7}'), "");
});

test("arguments that are no object are about nothing", () => {
  for (const text of ["", "{broken", "null", '"a.py"', '["a.py"]']) {
    assert.equal(callSummary(text), "");
  }
});

test("a summary is short, and long arguments are not even read for it", () => {
  assert.equal(callSummary(JSON.stringify({ command: `begin${"x".repeat(500)}` })).slice(0, 6), "beginx");
  assert.equal(callSummary(JSON.stringify({ command: "x".repeat(500) })).length, 200);
  assert.equal(callSummary(JSON.stringify({ path: "a.py", content: "x".repeat(200_000) })), "");
});

test("what a session cost is known only if the price of each run is", () => {
  const runs = [0.25, 0.5].map((costUsd, at) => ({ ...newRun(`s.${String(at)}`), costUsd }));
  assert.equal(costOf({ runs }), 0.75);
  assert.equal(costOf({ runs: [...runs, { ...newRun("s.3"), costUsd: undefined }] }), undefined);
  assert.equal(costOf({ runs: [{ ...newRun("s.3"), costUsd: undefined }, ...runs] }), undefined);
});
