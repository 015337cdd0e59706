import assert from "node:assert/strict";
import { test } from "node:test";

import { undoRun } from "../../../src/commands/undoRun";
import type { Hunks, LostHunk, Undone } from "../../../src/protocol/generated";
import { hunk, lines, RUN, runInfo } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const EDITED: LostHunk = {
  hunkIds: ["h2"],
  runId: RUN,
  uri: "file:///home/u/a.py",
  path: "a.py",
  reason: "edited since",
  lines: [[3, 4]],
  range: lines(2, 4),
  before: "before\n",
};

interface Answers {
  readonly undone?: Partial<Undone>;
  readonly open?: Partial<Hunks>;
}

/** With a run that is over and has changed a file. */
function servicesWithRun({ undone = {}, open = {} }: Answers = {}): TestServices {
  const answer = { runId: "undo.2", reverted: ["a.py"], hunks: [], conflicts: [], kept: [], ...undone };
  const services = testServices({
    "architect.undo": () => answer,
    "architect.hunks": () => ({ hunks: [hunk(), hunk({ hunkId: "h3" })], conflicts: [], ...open }),
  });
  services.runs.update(runInfo({ state: "done", outcome: "completed", filesChanged: ["a.py"], seq: 1 }));
  return services;
}

test("what an undo is about is said before, and Cancel undoes nothing", async () => {
  const services = servicesWithRun();
  services.ui.presses = () => undefined;
  await undoRun(services, RUN);
  assert.deepEqual(services.ui.confirmed, [
    { message: "Undo “make it faster”?", detail: "a.py: 2 changes", buttons: ["Undo"] },
  ]);
  assert.deepEqual(services.server.of("architect.undo"), []);
});

test("what was edited since is named, and goes only if that is wanted", async () => {
  const services = servicesWithRun({ open: { conflicts: [EDITED] } });
  await undoRun(services, RUN);
  assert.deepEqual(services.ui.confirmed[0], {
    message: "Undo “make it faster”?",
    detail: "a.py: 2 changes\n1 change edited since: skipped: a.py, lines 3-4 (edited since).",
    buttons: ["Undo", "Undo Edited Changes Too"],
  });
  services.ui.presses = (buttons) => buttons.at(-1);
  await undoRun(services, RUN);
  assert.deepEqual(services.server.of("architect.undo"), [{ runId: RUN }, { runId: RUN, changedToo: true }]);
});

test("proposals are discarded and not undone", async () => {
  const services = servicesWithRun({ open: { hunks: [hunk({ kind: "proposed" })] } });
  await undoRun(services, RUN);
  assert.deepEqual(services.ui.confirmed[0]?.buttons, ["Discard"]);
});

test("of a run that is decided about only what was kept can be undone", async () => {
  const services = servicesWithRun({ open: { hunks: [] } });
  await undoRun(services, RUN);
  assert.equal(services.ui.confirmed[0]?.message, "Undo the changes you kept of “make it faster”?");
  assert.deepEqual(services.server.of("architect.undo"), [{ runId: RUN, keptToo: true }]);
});

test("an undone run can be redone, and cannot be undone again", async () => {
  const services = servicesWithRun();
  await undoRun(services, undefined);
  assert.equal(services.ui.lastMessage, "Changes undone in 1 file: “make it faster”.");
  assert.equal(services.runs.get(RUN)?.isUndone, true);
  await services.ui.press("Redo");
  assert.deepEqual(services.server.of("architect.undo"), [{ runId: RUN }, { runId: "undo.2" }]);
  assert.equal(services.runs.get(RUN)?.isUndone, false);
  assert.equal(services.ui.lastMessage, "Changes of “make it faster” are back in 1 file.");
});

test("conflicts of an undo are named with their lines and the reason", async () => {
  const conflicts = [
    { path: "a.py", reason: "changed since", lines: [[3, 5], [9, 9]] },
    { path: "b.py", reason: "it is gone", lines: [] },
  ] as const;
  const services = servicesWithRun({ undone: { runId: null, reverted: [], conflicts } });
  await undoRun(services, undefined);
  assert.equal(
    services.ui.lastMessage,
    "No changes were undone; skipped: a.py, lines 3-5, 9 (changed since), b.py (it is gone).",
  );
  assert.equal(services.runs.get(RUN)?.isUndone, false);
});

test("kept changes of a run stay, and are undone only when confirmed", async () => {
  const services = servicesWithRun({ undone: { kept: ["h1", "h2"] } });
  await undoRun(services, undefined);
  assert.equal(services.ui.lastMessage, "Changes undone in 1 file: “make it faster”; 2 changes were kept.");
  assert.equal(services.runs.get(RUN)?.isUndone, false);
  await services.ui.press("Undo Them Too");
  assert.deepEqual(services.server.of("architect.undo"), [{ runId: RUN }, { runId: RUN, keptToo: true }]);
});

test("a run of which everything was kept is not undone", async () => {
  const services = servicesWithRun({ undone: { runId: null, reverted: [], kept: ["h1"] } });
  await undoRun(services, undefined);
  assert.equal(services.ui.lastMessage, "No changes were undone; 1 change was kept.");
});
