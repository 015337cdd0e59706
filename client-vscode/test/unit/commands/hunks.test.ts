import assert from "node:assert/strict";
import { test } from "node:test";

import {
  keepFile,
  keepHunk,
  keepRun,
  nextHunk,
  undoFile,
  undoHunk,
  undoHunkWithNote,
} from "../../../src/commands/hunks";
import type { Conflict, ShownHunk } from "../../../src/protocol/generated";
import { hunk, lines, RUN } from "../support/values";
import { testDesk, type TestDesk } from "../support/testDesk";

const A = "file:///home/u/a.py";
const HUNKS = [
  hunk({ range: lines(1, 3) }),
  hunk({ hunkId: "h2", range: lines(8, 9) }),
  hunk({ hunkId: "h3", runId: "other.1", uri: "file:///home/u/b.py" }),
];

async function deskWith(
  hunks: readonly ShownHunk[],
  conflicts: readonly Conflict[] = [],
): Promise<TestDesk> {
  const desk = testDesk({
    "architect.hunks": () => ({ hunks, conflicts: [] }),
    "architect.keep": ({ hunkIds }) => ({ runId: null, kept: hunkIds ?? [], conflicts }),
    "architect.undo": () => ({ runId: "undo.2", reverted: ["a.py"], hunks: [], kept: [], conflicts }),
  });
  await desk.hunks.refresh();
  return desk;
}

test("the hunk of a lens, or that at the cursor, is kept", async () => {
  const desk = await deskWith(HUNKS);
  await keepHunk(desk, { hunkId: "h3", runId: "other.1" });
  desk.ui.opens(A, lines(2, 2));
  await keepHunk(desk, undefined);
  assert.deepEqual(desk.server.of("architect.keep"), [
    { runId: "other.1", hunkIds: ["h3"] },
    { runId: RUN, hunkIds: ["h1"] },
  ]);
});

test("where there is no hunk, one sentence says so", async () => {
  const desk = await deskWith(HUNKS);
  desk.ui.opens(A, lines(5, 5));
  await undoHunk(desk, undefined);
  assert.match(desk.ui.lastTold, /No change at the cursor/);
  await undoHunk(desk, { hunkId: "gone", runId: RUN });
  assert.equal(desk.ui.lastTold, "This change is no longer pending.");
  assert.deepEqual(desk.server.of("architect.undo"), []);
});

test("the note of an undo goes to the server", async () => {
  const desk = await deskWith(HUNKS);
  desk.ui.types = "keep the old name";
  await undoHunkWithNote(desk, { hunkId: "h1", runId: RUN });
  assert.deepEqual(desk.server.of("architect.undo"), [
    { runId: RUN, hunkIds: ["h1"], note: "keep the old name" },
  ]);
});

test("a note can be given for all changes of a file, and of a run", async () => {
  const more = hunk({ hunkId: "h4", uri: "file:///home/u/c.py" });
  const desk = await deskWith([...HUNKS, more]);
  desk.ui.types = "all wrong";
  await undoHunkWithNote(desk, { runId: RUN, uri: A });
  await undoHunkWithNote(desk, { runId: RUN });
  assert.deepEqual(desk.server.of("architect.undo"), [
    { runId: RUN, hunkIds: ["h1", "h2"], note: "all wrong" },
    { runId: RUN, hunkIds: ["h1", "h2", "h4"], note: "all wrong" },
  ]);
  await undoHunkWithNote(desk, { runId: "gone.1" });
  assert.equal(desk.ui.lastTold, "No pending changes in this run.");
});

test("who gives no note after all undoes nothing", async () => {
  const desk = await deskWith(HUNKS);
  await undoHunkWithNote(desk, { hunkId: "h1", runId: RUN });
  assert.deepEqual(desk.server.of("architect.undo"), []);
});

test("all hunks of a file, of one run if it is named, are decided about at once", async () => {
  const mixed = [...HUNKS, hunk({ hunkId: "h4", runId: "other.1", range: lines(20, 21) })];
  const desk = await deskWith(mixed);
  await undoFile(desk, { uri: A, runId: RUN });
  desk.ui.opens(A, lines(0, 0));
  await keepFile(desk, undefined);
  assert.deepEqual(desk.server.of("architect.undo"), [{ runId: RUN, hunkIds: ["h1", "h2"] }]);
  assert.deepEqual(desk.server.of("architect.keep"), [
    { runId: RUN, hunkIds: ["h1", "h2"] },
    { runId: "other.1", hunkIds: ["h4"] },
  ]);
});

test("all of a run is kept, and one of several runs is chosen", async () => {
  const desk = await deskWith(HUNKS);
  await keepRun(desk, { runId: RUN });
  desk.ui.picks = "other.1";
  await keepRun(desk, undefined);
  assert.deepEqual(desk.server.of("architect.keep"), [
    { runId: RUN, hunkIds: ["h1", "h2"] },
    { runId: "other.1", hunkIds: ["h3"] },
  ]);
});

test("what can only be kept is kept without being among the hunks", async () => {
  const desk = await deskWith([]);
  await keepHunk(desk, { runId: RUN, hunkIds: ["h7"] });
  assert.deepEqual(desk.server.of("architect.keep"), [{ runId: RUN, hunkIds: ["h7"] }]);
});

test("what was left alone is told", async () => {
  const desk = await deskWith(HUNKS, [{ path: "a.py", reason: "changed since", lines: [[2, 2]] }]);
  await undoHunk(desk, { hunkId: "h1", runId: RUN });
  assert.match(desk.ui.lastTold, /skipped: a.py, lines 2 \(changed since\)/);
});

test("one goes from change to change, past files that are not there", async () => {
  const ghost = hunk({ hunkId: "h0", uri: "file:///home/u/0.py", change: "deleted" });
  const desk = await deskWith([ghost, ...HUNKS]);
  await nextHunk(desk, undefined);
  assert.deepEqual(desk.ui.revealed.at(-1), { uri: A, range: lines(1, 3) });
  desk.ui.opens(A, lines(1, 1));
  await nextHunk(desk, undefined);
  assert.deepEqual(desk.ui.revealed.at(-1), { uri: A, range: lines(8, 9) });
});

test("without any change one sentence says so", async () => {
  const desk = await deskWith([]);
  await nextHunk(desk, undefined);
  assert.equal(desk.ui.lastTold, "No pending changes.");
});
