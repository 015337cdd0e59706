import assert from "node:assert/strict";
import { test } from "node:test";

import { keepAll, undoAll, viewAllChanges } from "../../../src/commands/allChanges";
import { allowShown, keepShown } from "../../../src/commands/shownDiff";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import { changesTree } from "../../../src/views/changesTree";
import { hunk, lines, question } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const OTHER = "20261121-080006-aaaaaa.1";

function services(): TestServices {
  const hunks = [
    hunk(),
    hunk({ hunkId: "h2", uri: "file:///home/u/b.py", path: "b.py", runId: OTHER, range: lines(0, 1) }),
  ];
  return testServices({
    "architect.hunks": ({ sessionId }) => ({
      hunks: hunks.filter(({ runId }) => runId.startsWith(sessionId ?? "")),
      conflicts: [],
    }),
    "architect.keep": () => ({ runId: "k", kept: ["h1"], conflicts: [] }),
    "architect.undo": () => ({ runId: "u", reverted: [], conflicts: [], hunks: [], kept: [] }),
  });
}

function asked(all: TestServices, command: string): readonly unknown[] {
  return all.server.of(command);
}

test("all changes are kept, each by its run, or those of one session", async () => {
  const all = services();
  await keepAll(all, undefined);
  assert.equal(asked(all, "architect.keep").length, 2);
  await keepAll(all, { sessionId: OTHER.split(".")[0] });
  assert.deepEqual(asked(all, "architect.keep").at(-1), { sessionId: OTHER.split(".")[0] });
});

test("undoing all says first what that is about", async () => {
  const all = services();
  all.ui.presses = () => undefined;
  await undoAll(all, undefined);
  assert.deepEqual(all.ui.confirmed, [
    { message: "Undo 2 changes in 2 files?", detail: "a.py: 1 change\nb.py: 1 change", buttons: ["Undo"] },
  ]);
  assert.deepEqual(asked(all, "architect.undo"), []);
});

test("where only changes are left that were edited since, that is said", async () => {
  const lost = { hunkIds: ["h1"], runId: OTHER, uri: "file:///home/u/b.py", path: "b.py", reason: "", lines: [] };
  const all = testServices({ "architect.hunks": () => ({ hunks: [], conflicts: [lost] }) });
  const [sessionId] = OTHER.split(".");
  for (const argument of [{ sessionId }, { sessionId: "another" }]) await undoAll(all, argument);
  assert.deepEqual(all.ui.messages.map(({ message }) => message), [
    "Every pending change was edited since. Keep or undo each in its file.",
    "No changes are pending.",
  ]);
});

test("all changes of a session are undone together, and those of a document by themselves", async () => {
  const all = services();
  const sessionId = OTHER.split(".")[0] ?? "";
  await undoAll(all, { sessionId, uri: "file:///home/u/b.py" });
  await undoAll(all, { sessionId });
  assert.deepEqual(asked(all, "architect.undo"), [{ runId: OTHER, hunkIds: ["h2"] }, { sessionId }]);
});

test("all changes are shown beside the files without them", async () => {
  const all = services();
  all.ui.texts = { "file:///home/u/a.py": "top\nnew\nend\n" };
  await viewAllChanges(all, { uri: "file:///home/u/a.py" });
  const files = [{ path: "a.py", uri: "file:///home/u/a.py", other: "top\nold\nend\n", isProposed: false }];
  assert.deepEqual(all.ui.changed.map((each) => each.files), [files]);
});

test("the title of a diff decides about what it shows", async () => {
  const all = services();
  all.ui.subject = { hunkId: "h1" };
  await keepShown(all, undefined);
  assert.equal(asked(all, "architect.keep").length, 1);
  assert.equal(all.ui.closedDiffs, 1);
  const answered = all.questions.ask(question(), new CancellationSource().token);
  all.ui.subject = { requestId: "q1" };
  await allowShown(all, undefined);
  assert.deepEqual(await answered, { choice: "once" });
});

test("changes are in the view file by file, below their session if there are several", async () => {
  const all = services();
  await all.hunks.refresh();
  const tree = changesTree(all.hunks.all(), (id) => `title of ${id}`);
  assert.deepEqual(
    tree.map(({ context, children }) => [context, children.map(({ label }) => label)]),
    [["changesOfSession", ["a.py"]], ["changesOfSession", ["b.py"]]],
  );
  const [file] = changesTree([hunk()], () => "");
  assert.deepEqual([file?.context, file?.children[0]?.label, file?.children[0]?.context], ["changes", "Line 2", "hunk"]);
});
