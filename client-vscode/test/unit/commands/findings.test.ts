import assert from "node:assert/strict";
import { test } from "node:test";

import { dismissFinding, fix } from "../../../src/commands/findings";
import type { ShownFinding } from "../../../src/protocol/generated";
import { finding, lines, RUN } from "../support/values";
import { testDesk, type TestDesk } from "../support/testDesk";

const A = "file:///home/u/a.py";
const PROBLEMS = ["undefined name", "unused import"].map((message, line) => ({
  range: lines(line, line),
  severity: 1,
  source: "ruff",
  message,
}));

function deskWith(findings: readonly ShownFinding[] = []): TestDesk {
  return testDesk({
    "architect.fix": () => ({ runId: RUN, state: "running", position: 0 }),
    "architect.findings": () => ({ findings }),
  });
}

test("a finding is fixed by its id", async () => {
  const desk = deskWith([finding()]);
  await desk.findings.refresh();
  await fix(desk, { findingId: "f1" });
  assert.deepEqual(desk.server.of("architect.fix"), [{ findingId: "f1" }]);
  assert.equal(desk.runs.get(RUN)?.title, "fix the file is never closed");
});

test("the only problem at the cursor is fixed, and one of several is chosen", async () => {
  const desk = deskWith();
  desk.ui.opens(A, lines(0, 0), { diagnostics: PROBLEMS.slice(0, 1) });
  await fix(desk, undefined);
  desk.ui.opens(A, lines(0, 1), { diagnostics: PROBLEMS });
  desk.ui.picks = "All 2 problems";
  await fix(desk, undefined);
  assert.deepEqual(desk.server.of("architect.fix"), [
    { uri: A, diagnostics: PROBLEMS.slice(0, 1) },
    { uri: A, diagnostics: PROBLEMS },
  ]);
});

test("without a problem at the cursor one sentence says so", async () => {
  const desk = deskWith();
  desk.ui.opens(A, lines(0, 0));
  await fix(desk, undefined);
  assert.match(desk.ui.lastTold, /^No problem at the cursor/);
});

test("a finding is dismissed, and the list is asked for again", async () => {
  const desk = deskWith([finding()]);
  await dismissFinding(desk, { findingId: "f1" });
  desk.ui.picks = "the file is never closed";
  await dismissFinding(desk, undefined);
  assert.deepEqual(desk.server.of("architect.findings"), [
    { dismiss: "f1" },
    {},
    {},
    { dismiss: "f1" },
    {},
  ]);
});
