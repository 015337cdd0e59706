import assert from "node:assert/strict";
import { compareHunk } from "../../../src/commands/compareHunk";
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
import type { Conflict, LostHunk, ShownHunk } from "../../../src/protocol/generated";
import { hunk, lines, RUN } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const A = "file:///home/u/a.py";
const HUNKS = [
  hunk({ range: lines(1, 3) }),
  hunk({ hunkId: "h2", range: lines(8, 9) }),
  hunk({ hunkId: "h3", runId: "other.1", uri: "file:///home/u/b.py" }),
];

async function servicesWith(
  hunks: readonly ShownHunk[],
  conflicts: readonly Conflict[] = [],
  lost: readonly LostHunk[] = [],
): Promise<TestServices> {
  const services = testServices({
    "architect.hunks": () => ({ hunks, conflicts: lost }),
    "architect.keep": ({ hunkIds }) => ({ runId: null, kept: hunkIds ?? [], conflicts }),
    "architect.undo": () => ({ runId: "undo.2", reverted: ["a.py"], hunks: [], kept: [], conflicts }),
  });
  await services.hunks.refresh();
  return services;
}

test("the hunk of a lens, or that at the cursor, is kept", async () => {
  const services = await servicesWith(HUNKS);
  await keepHunk(services, { hunkId: "h3", runId: "other.1" });
  services.ui.opens(A, lines(2, 2));
  await keepHunk(services, undefined);
  assert.deepEqual(services.server.of("architect.keep"), [
    { runId: "other.1", hunkIds: ["h3"] },
    { runId: RUN, hunkIds: ["h1"] },
  ]);
});

test("where there is no hunk, one sentence says so", async () => {
  const services = await servicesWith(HUNKS);
  services.ui.opens(A, lines(5, 5));
  await undoHunk(services, undefined);
  assert.match(services.ui.lastMessage, /No change at the cursor/);
  await undoHunk(services, { hunkId: "gone", runId: RUN });
  assert.equal(services.ui.lastMessage, "This change is no longer pending.");
  assert.deepEqual(services.server.of("architect.undo"), []);
});

test("the note of an undo goes to the server", async () => {
  const services = await servicesWith(HUNKS);
  services.ui.types = "keep the old name";
  await undoHunkWithNote(services, { hunkId: "h1", runId: RUN });
  assert.deepEqual(services.server.of("architect.undo"), [
    { runId: RUN, hunkIds: ["h1"], note: "keep the old name" },
  ]);
});

test("a note can be given for all changes of a file, and of a run", async () => {
  const more = hunk({ hunkId: "h4", uri: "file:///home/u/c.py" });
  const services = await servicesWith([...HUNKS, more]);
  services.ui.types = "all wrong";
  await undoHunkWithNote(services, { runId: RUN, uri: A });
  await undoHunkWithNote(services, { runId: RUN });
  assert.deepEqual(services.server.of("architect.undo"), [
    { runId: RUN, hunkIds: ["h1", "h2"], note: "all wrong" },
    { runId: RUN, hunkIds: ["h1", "h2", "h4"], note: "all wrong" },
  ]);
  await undoHunkWithNote(services, { runId: "gone.1" });
  assert.equal(services.ui.lastMessage, "No pending changes in this run.");
});

test("who gives no note after all undoes nothing", async () => {
  const services = await servicesWith(HUNKS);
  await undoHunkWithNote(services, { hunkId: "h1", runId: RUN });
  assert.deepEqual(services.server.of("architect.undo"), []);
});

test("all hunks of a file, of one run if it is named, are decided about at once", async () => {
  const mixed = [...HUNKS, hunk({ hunkId: "h4", runId: "other.1", range: lines(20, 21) })];
  const services = await servicesWith(mixed);
  await undoFile(services, { uri: A, runId: RUN });
  services.ui.opens(A, lines(0, 0));
  await keepFile(services, undefined);
  assert.deepEqual(services.server.of("architect.undo"), [{ runId: RUN, hunkIds: ["h1", "h2"] }]);
  assert.deepEqual(services.server.of("architect.keep"), [
    { runId: RUN, hunkIds: ["h1", "h2"] },
    { runId: "other.1", hunkIds: ["h4"] },
  ]);
});

test("all of a run is kept, and one of several runs is chosen", async () => {
  const services = await servicesWith(HUNKS);
  await keepRun(services, { runId: RUN });
  services.ui.picks = "other.1";
  await keepRun(services, undefined);
  assert.deepEqual(services.server.of("architect.keep"), [
    { runId: RUN },
    { runId: "other.1" },
  ]);
});

test("what can only be kept is kept without being among the hunks", async () => {
  const services = await servicesWith([]);
  await keepHunk(services, { runId: RUN, hunkIds: ["h7"] });
  assert.deepEqual(services.server.of("architect.keep"), [{ runId: RUN, hunkIds: ["h7"] }]);
});

test("what was edited since goes only after a question that names the lines", async () => {
  const [first] = HUNKS;
  assert.ok(first);
  const lost = { ...first, hunkIds: ["h7"], reason: "edited since", lines: [[2, 3]] as const };
  const services = await servicesWith([], [], [lost]);
  services.ui.presses = () => undefined;
  await undoHunk(services, { runId: RUN, hunkIds: ["h7"] });
  assert.deepEqual(services.server.of("architect.undo"), []);
  services.ui.presses = ([button]) => button;
  await undoHunk(services, { runId: RUN, hunkIds: ["h7"] });
  assert.match(services.ui.confirmed[1]?.detail ?? "", /^a.py, lines 2-3: /);
  assert.deepEqual(services.server.of("architect.undo"), [{ runId: RUN, hunkIds: ["h7"], changedToo: true }]);
  services.ui.texts = { [first.uri]: "one\ntwo\nthree\n" };
  await compareHunk(services, "h7");
  assert.equal(services.ui.sides[0]?.sides[0]?.after, "one\ntwo\nthree\n");
});

test("whose changes of a file are undone is said if there are several runs", async () => {
  const [first] = HUNKS;
  assert.ok(first);
  const services = await servicesWith([first, { ...first, hunkId: "h9", runId: "other.1" }]);
  services.ui.presses = () => undefined;
  await undoFile(services, { uri: first.uri });
  assert.match(services.ui.confirmed[0]?.message ?? "", /^Undo the changes of 2 runs in a.py\?$/);
  assert.deepEqual(services.server.of("architect.undo"), []);
});

test("what was left alone is told", async () => {
  const services = await servicesWith(HUNKS, [{ path: "a.py", reason: "changed since", lines: [[2, 2]] }]);
  await undoHunk(services, { hunkId: "h1", runId: RUN });
  assert.match(services.ui.lastMessage, /skipped: a.py, lines 2 \(changed since\)/);
});

test("one goes from change to change, past files that are not there", async () => {
  const ghost = hunk({ hunkId: "h0", uri: "file:///home/u/0.py", change: "deleted" });
  const services = await servicesWith([ghost, ...HUNKS]);
  await nextHunk(services, undefined);
  assert.deepEqual(services.ui.revealed.at(-1), { uri: A, range: lines(1, 3) });
  services.ui.opens(A, lines(1, 1));
  await nextHunk(services, undefined);
  assert.deepEqual(services.ui.revealed.at(-1), { uri: A, range: lines(8, 9) });
});

test("without any change one sentence says so", async () => {
  const services = await servicesWith([]);
  await nextHunk(services, undefined);
  assert.equal(services.ui.lastMessage, "No pending changes.");
});
