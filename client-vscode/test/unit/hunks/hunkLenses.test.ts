import assert from "node:assert/strict";
import { test } from "node:test";

import { lensesOf } from "../../../src/hunks/hunkLenses";
import { hunk, lines, RUN } from "../support/values";

test("a hunk can be kept, undone, undone with a note and compared", () => {
  const own = [hunk({ range: lines(3, 5) })];
  const lenses = lensesOf(own, [], own);
  assert.deepEqual(
    lenses.map(({ line, title, command }) => [line, title, command]),
    [
      [3, "Keep", "architect.ui.keepHunk"],
      [3, "Undo", "architect.ui.undoHunk"],
      [3, "Undo with Note...", "architect.ui.undoHunkWithNote"],
      [3, "Compare", "architect.ui.showDiff"],
    ],
  );
  assert.deepEqual(lenses[0]?.argument, { hunkId: "h1", runId: RUN });
});

test("a proposal is accepted or dropped", () => {
  const own = [hunk({ kind: "proposed" })];
  assert.deepEqual(
    lensesOf(own, [], own).map((lens) => lens.title),
    ["Accept", "Discard", "Discard with Note...", "Preview"],
  );
});

test("several hunks of a run have lenses for the file at its top", () => {
  const own = [hunk(), hunk({ hunkId: "h2", range: lines(8, 9) })];
  const top = lensesOf(own, [], own).filter((lens) => lens.line === 0);
  assert.deepEqual(
    top.map((lens) => lens.title),
    ["Keep File (2 changes)", "Undo File", "Undo File with Note...", "Next Change"],
  );
  assert.deepEqual(top[0]?.argument, { runId: RUN, uri: "file:///home/u/a.py" });
});

test("a run with hunks in several files has lenses of its own", () => {
  const own = [hunk()];
  const other = hunk({ hunkId: "h2", uri: "file:///home/u/b.py", byCommand: true });
  assert.equal(lensesOf([other], [], [...own, other])[0]?.title, "Keep File (1 change, by a command)");
  const top = lensesOf(own, [], [...own, other]).slice(0, 7);
  assert.deepEqual(
    top.map((lens) => lens.title),
    [
      "Keep File (1 change)",
      "Undo File",
      "Undo File with Note...",
      "Keep Run (2 files)",
      "Undo Run...",
      "Undo Run with Note...",
      "Next Change",
    ],
  );
  assert.deepEqual(top[2]?.argument, { runId: RUN, uri: own[0]?.uri });
  assert.deepEqual(top[5]?.argument, { runId: RUN });
});

test("hunks of two runs in one file are told apart", () => {
  const own = [
    hunk(),
    hunk({ hunkId: "h2" }),
    hunk({ hunkId: "h3", runId: "other.1" }),
    hunk({ hunkId: "h4", runId: "other.1" }),
  ];
  const files = lensesOf(own, [], own).filter((lens) => lens.command === "architect.ui.keepFile");
  assert.deepEqual(
    files.map((lens) => lens.argument["runId"]),
    [RUN, "other.1"],
  );
});

test("what has changed since is kept or undone anyway, and says why", () => {
  const lost = {
    hunkIds: ["h7", "h8"],
    runId: RUN,
    uri: "file:///home/u/a.py",
    path: "a.py",
    reason: "the lines were\u202e changed",
    lines: [[4, 6]] as const,
  };
  const edited = lensesOf([], [{ ...lost, range: hunk().range, before: "" }], []);
  assert.deepEqual(
    edited.map(({ title }) => title),
    ["Keep (edited since)", "Undo Anyway...", "Compare"],
  );
  const [lens, ...others] = lensesOf([], [lost], []);
  assert.deepEqual(others, []);
  assert.equal(lens?.line, 3);
  assert.equal(lens.command, "architect.ui.keepHunk");
  assert.deepEqual(lens.argument, { runId: RUN, hunkIds: ["h7", "h8"] });
  assert.equal(lens.tooltip, "the lines were\\u202e changed");
});
