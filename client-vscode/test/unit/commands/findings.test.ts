import assert from "node:assert/strict";
import { test } from "node:test";

import { dismissFinding, fix } from "../../../src/commands/findings";
import type { ShownFinding } from "../../../src/protocol/generated";
import { finding, lines, RUN } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const A = "file:///home/u/a.py";
const PROBLEMS = ["undefined name", "unused import"].map((message, line) => ({
  range: lines(line, line),
  severity: 1,
  source: "ruff",
  message,
}));

function servicesWith(findings: readonly ShownFinding[] = []): TestServices {
  return testServices({
    "architect.fix": () => ({ runId: RUN, state: "running", position: 0 }),
    "architect.findings": () => ({ findings }),
  });
}

test("a finding is fixed by its id", async () => {
  const services = servicesWith([finding()]);
  await services.findings.refresh();
  await fix(services, { findingId: "f1" });
  assert.deepEqual(services.server.of("architect.fix"), [{ findingId: "f1" }]);
  assert.equal(services.runs.get(RUN)?.title, "Fix: the file is never closed");
});

test("the only problem at the cursor is fixed, and one of several is chosen", async () => {
  const services = servicesWith();
  services.ui.opens(A, lines(0, 0), { diagnostics: PROBLEMS.slice(0, 1) });
  await fix(services, undefined);
  services.ui.opens(A, lines(0, 1), { diagnostics: PROBLEMS });
  services.ui.picks = "All 2 problems";
  await fix(services, undefined);
  assert.deepEqual(services.server.of("architect.fix"), [
    { uri: A, diagnostics: PROBLEMS.slice(0, 1) },
    { uri: A, diagnostics: PROBLEMS },
  ]);
});

test("without a problem at the cursor one sentence says so", async () => {
  const services = servicesWith();
  services.ui.opens(A, lines(0, 0));
  await fix(services, undefined);
  assert.match(services.ui.lastMessage, /^No problem at the cursor/);
});

test("a finding is dismissed, and the list is asked for again", async () => {
  const services = servicesWith([finding()]);
  await dismissFinding(services, { findingId: "f1" });
  services.ui.picks = "the file is never closed";
  await dismissFinding(services, undefined);
  assert.deepEqual(services.server.of("architect.findings"), [
    { dismiss: "f1" },
    {},
    {},
    { dismiss: "f1" },
    {},
  ]);
});
