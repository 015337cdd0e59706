import assert from "node:assert/strict";
import { test } from "node:test";

import { startLoop, startParallel } from "../../../src/commands/startWorkflow";
import { linesOf, tasksIn } from "../../../src/commands/taskLines";
import { UNCHANGED } from "../support/fakeUi";
import { testServices, type TestServices } from "../support/testServices";
import { lines, LOOP, workflow } from "../support/values";

function services(): TestServices {
  return testServices({ "architect.loop": () => workflow(), "architect.parallel": () => workflow({ kind: "parallel" }) });
}

test("a loop asks for its task, its checks and where to work", async () => {
  const given = services();
  given.ui.entries = ["make it faster", "npm test", " npm run lint ", ""];
  given.ui.choices = ["On a Copy"];
  await startLoop(given, undefined);
  const argument = { task: "make it faster", checks: ["npm test", "npm run lint"], copy: true };
  assert.deepEqual(given.server.of("architect.loop"), [argument]);
  assert.deepEqual(given.prompts.all(), ["make it faster"]);
  assert.equal(given.workflows.get(LOOP)?.status, "running");
  assert.ok(given.ownWorkflows.isEnd(workflow({ status: "success" })));
});

test("the checks of the last workflow stand there already, and can be taken away", async () => {
  const given = services();
  await given.checks.remember(["npm test", "npm run lint"]);
  given.ui.entries = ["a", UNCHANGED, UNCHANGED, UNCHANGED, "b", ""];
  given.ui.picks = "In My Files";
  await startLoop(given, undefined);
  await startLoop(given, undefined);
  const asked = given.server.of("architect.loop") as { checks: string[] }[];
  assert.deepEqual(asked.map(({ checks }) => checks), [["npm test", "npm run lint"], []]);
  assert.deepEqual(given.checks.all(), []);
});

test("whoever goes away on the way begins nothing", async () => {
  const given = services();
  given.ui.entries = ["a", undefined, "a", ""];
  await startLoop(given, undefined);
  await startLoop(given, undefined);
  assert.deepEqual(given.server.asked, []);
});

test("with several folders the one that is chosen counts", async () => {
  const given = services();
  given.ui.openFolders = [...given.ui.openFolders, { uri: "file:///home/v", name: "other" }];
  given.ui.entries = ["a", ""];
  given.ui.choices = ["other", "In My Files"];
  await startLoop(given, undefined);
  assert.deepEqual(given.server.of("architect.loop"), [{ task: "a", checks: [], copy: false, uri: "file:///home/v" }]);
});

test("tasks are typed one after another where nothing lists them", async () => {
  const given = services();
  given.ui.entries = ["one", "two", "", "npm test", ""];
  given.ui.choices = ["Merge Them on One More Branch"];
  await startParallel(given, undefined);
  assert.deepEqual(given.server.of("architect.parallel"), [{ tasks: ["one", "two"], checks: ["npm test"], merge: true }]);
});

test("lines that are selected are tasks", async () => {
  const given = services();
  given.ui.texts["file:///home/u/todo.py"] = "x\n- one\n- two\ny\n";
  given.ui.opens("file:///home/u/todo.py", lines(1, 3));
  given.ui.entries = [""];
  given.ui.choices = ["2 Tasks from the Selection in todo.py", "Keep a Branch for Each Task"];
  await startParallel(given, undefined);
  assert.deepEqual(given.server.of("architect.parallel"), [{ tasks: ["one", "two"], checks: [] }]);
});

test("without a selection a text is offered, code is not, and they can be typed all the same", async () => {
  const given = services();
  given.ui.texts = { "file:///home/u/todo.md": "# To do\n1. one\n", "file:///home/u/a.py": "a = 1\n" };
  given.ui.opens("file:///home/u/a.py", lines(0, 0));
  given.ui.entries = [undefined];
  await startParallel(given, undefined);
  assert.equal(given.ui.offered.length, 0);
  given.ui.opens("file:///home/u/todo.md", lines(0, 0));
  given.ui.choices = ["Type the Tasks"];
  given.ui.entries = [undefined];
  await startParallel(given, undefined);
  assert.deepEqual(given.ui.offered[0]?.labels, ["1 Task from todo.md", "Type the Tasks"]);
  assert.deepEqual(given.server.asked, []);
});

test("lists lose their marks; headings, comments and what is done are no tasks", () => {
  const text = "# To do\n\n- one\n* [ ] two\n3. three\n- [x] done\n<!-- no -->\r\nfour #5\n";
  assert.deepEqual(tasksIn(text), ["one", "two", "three", "four #5"]);
});

test("a selection that ends before a line does not have that line", () => {
  assert.equal(linesOf("a\nb\nc\n", lines(0, 2)), "a\nb");
  assert.equal(linesOf("a\nb\nc\n", { start: { line: 1, character: 0 }, end: { line: 2, character: 1 } }), "b\nc");
});
