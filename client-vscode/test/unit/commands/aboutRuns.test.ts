import assert from "node:assert/strict";
import { test } from "node:test";

import { cancel, openRun, showDiff, undoRun } from "../../../src/commands/aboutRuns";
import type { Undone } from "../../../src/protocol/generated";
import { hunk, lines, RUN, runInfo } from "../support/values";
import { testDesk, type TestDesk } from "../support/testDesk";

const PATCH = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n";

/** With a run that is over and has changed a file. */
function deskWithRun(fields: Partial<Undone> = {}): TestDesk {
  const undone = { runId: "undo.2", reverted: ["a.py"], hunks: [], conflicts: [], kept: [], ...fields };
  const desk = testDesk({
    "architect.cancel": ({ runId }) => ({ runId: runId ?? null, state: "cancelling" }),
    "architect.undo": () => undone,
    "architect.diff": () => ({ patch: PATCH, uri: null }),
    "architect.hunks": () => ({ hunks: [hunk({ range: lines(0, 1) })], conflicts: [] }),
  });
  desk.runs.learn(runInfo({ state: "done", outcome: "completed", filesChanged: ["a.py"], seq: 1 }));
  return desk;
}

test("without a fitting run one sentence says so", async () => {
  const desk = testDesk();
  await openRun(desk, undefined);
  assert.match(desk.ui.lastTold, /^No runs in this window/);
  await cancel(desk, undefined);
  assert.equal(desk.ui.lastTold, "No runs in progress.");
  await undoRun(desk, undefined);
  assert.match(desk.ui.lastTold, /^No runs in this window have/);
  await showDiff(desk, undefined);
  assert.equal(desk.ui.lastTold, "No runs have changed files.");
  assert.deepEqual(desk.server.asked, []);
});

test("the only run that fits is meant, and one of several is chosen", async () => {
  const desk = deskWithRun();
  await openRun(desk, undefined);
  assert.deepEqual(desk.opened, [RUN]);
  desk.runs.accepted({ runId: "other.1", state: "running", position: 0 }, "the other");
  desk.ui.picks = "the other";
  await openRun(desk, undefined);
  assert.deepEqual(desk.ui.offered.at(-1)?.labels, ["the other", "make it faster"]);
  assert.deepEqual(desk.opened, [RUN, "other.1"]);
  await cancel(desk, undefined);
  assert.deepEqual(desk.server.of("architect.cancel"), [
    { runId: "other.1", reason: "cancelled by the user" },
  ]);
});

test("an undone run can be redone, and cannot be undone again", async () => {
  const desk = deskWithRun();
  await undoRun(desk, undefined);
  assert.equal(desk.ui.lastTold, "Changes undone in 1 file.");
  assert.equal(desk.runs.get(RUN)?.isUndone, true);
  await desk.ui.press("Redo");
  assert.deepEqual(desk.server.of("architect.undo"), [{ runId: RUN }, { runId: "undo.2" }]);
});

test("what could not be taken back is named with its lines and the reason", async () => {
  const conflicts = [
    { path: "a.py", reason: "changed since", lines: [[3, 5], [9, 9]] },
    { path: "b.py", reason: "it is gone", lines: [] },
  ] as const;
  const desk = deskWithRun({ runId: null, reverted: [], conflicts });
  await undoRun(desk, undefined);
  assert.equal(
    desk.ui.lastTold,
    "No changes were undone; skipped: a.py, lines 3-5, 9 (changed since), b.py (it is gone).",
  );
  assert.equal(desk.runs.get(RUN)?.isUndone, false);
});

test("what was kept of a run stays, and is taken back only when that is said", async () => {
  const desk = deskWithRun({ kept: ["h1", "h2"] });
  await undoRun(desk, undefined);
  assert.equal(desk.ui.lastTold, "Changes undone in 1 file; 2 changes were kept.");
  assert.equal(desk.runs.get(RUN)?.isUndone, false);
  await desk.ui.press("Undo Them Too");
  assert.deepEqual(desk.server.of("architect.undo"), [{ runId: RUN }, { runId: RUN, keptToo: true }]);
});

test("a run of which everything was kept is not taken back", async () => {
  const desk = deskWithRun({ runId: null, reverted: [], kept: ["h1"] });
  await undoRun(desk, undefined);
  assert.equal(desk.ui.lastTold, "No changes were undone; 1 change was kept.");
});

test("the changes of a run are shown as a diff against what was there before", async () => {
  const desk = deskWithRun();
  desk.ui.texts = { "file:///home/u/a.py": "new\n" };
  await showDiff(desk, { runId: RUN });
  assert.deepEqual(desk.ui.sides, [
    {
      title: "Changes: make it faster",
      sides: [{ path: "a.py", before: "old\n", after: "new\n" }],
    },
  ]);
});

test("if a file has changed since, the server's page is shown", async () => {
  const desk = deskWithRun();
  desk.ui.texts = { "file:///home/u/a.py": "other\n" };
  await showDiff(desk, { runId: RUN });
  assert.deepEqual(desk.server.of("architect.diff"), [{ runId: RUN }, { runId: RUN, show: true }]);
  assert.deepEqual(desk.ui.sides, []);
});

test("a single change is compared in its document", async () => {
  const desk = deskWithRun();
  desk.ui.texts = { "file:///home/u/a.py": "new\nrest\n" };
  await showDiff(desk, { hunkId: "h1" });
  assert.deepEqual(desk.ui.sides[0]?.sides, [
    { path: "a.py", before: "old\nrest\n", after: "new\nrest\n" },
  ]);
  await showDiff(desk, { hunkId: "gone" });
  assert.equal(desk.ui.lastTold, "This change is no longer pending.");
});
