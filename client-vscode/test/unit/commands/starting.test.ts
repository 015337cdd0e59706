import assert from "node:assert/strict";
import { test } from "node:test";

import { run, runOnSelection } from "../../../src/commands/running";
import {
  reviewChanges,
  reviewFile,
  reviewSelection,
  reviewWorkspace,
} from "../../../src/commands/reviewing";
import { explain, TASK_TITLES, tests } from "../../../src/commands/selectionTasks";
import { serverCommand } from "../../../src/commands/serverCommands";
import { lines, RUN, runInfo } from "../support/values";
import { testDesk, type TestDesk } from "../support/testDesk";

const A = "file:///home/u/a.py";

function deskThatStarts(): TestDesk {
  const started = () => ({ runId: RUN, state: "running", position: 0 }) as const;
  return testDesk({
    "architect.run": started,
    "architect.review": started,
    "architect.fix": started,
    "architect.findings": () => ({ findings: [] }),
    "architect.runs": () => ({ runs: [runInfo({ title: "fix this" })] }),
  });
}

test("a task for the selection is sent with it, remembered, and shown", async () => {
  const desk = deskThatStarts();
  desk.ui.opens(A, lines(1, 3));
  desk.ui.types = "make it faster";
  await runOnSelection(desk, undefined);
  assert.deepEqual(desk.server.of("architect.run"), [
    { prompt: "make it faster", scope: { uris: [A], range: lines(1, 3) } },
  ]);
  assert.deepEqual(desk.prompts.all(), ["make it faster"]);
  assert.deepEqual(desk.opened, [RUN]);
  assert.equal(desk.runs.get(RUN)?.title, "make it faster");
});

test("who types no task starts nothing", async () => {
  const desk = deskThatStarts();
  desk.ui.opens(A, lines(1, 3));
  await runOnSelection(desk, undefined);
  assert.deepEqual(desk.server.asked, []);
});

test("without a selection the whole file is offered", async () => {
  const desk = deskThatStarts();
  desk.ui.opens(A, lines(1, 1));
  desk.ui.types = "tidy up";
  await runOnSelection(desk, undefined);
  assert.equal(desk.ui.lastTold, "No selection in a.py: select the code the task is about.");
  await desk.ui.press("Run on Whole File");
  assert.deepEqual(desk.server.of("architect.run"), [{ prompt: "tidy up", scope: { uris: [A] } }]);
});

test("without an open file one sentence says what is missing", async () => {
  const desk = deskThatStarts();
  for (const command of [runOnSelection, reviewSelection, reviewFile, explain, tests]) {
    await command(desk, undefined);
    assert.match(desk.ui.lastTold, /^(No file is open\.|No selection:) .*\.$/);
  }
  assert.deepEqual(desk.server.asked, []);
});

test("without a folder one is asked to open it", async () => {
  const desk = deskThatStarts();
  desk.ui.openFolders = [];
  for (const command of [run, reviewChanges, reviewWorkspace]) {
    await command(desk, undefined);
    assert.equal(desk.ui.lastTold, "No folder is open. Open your project folder first.");
  }
  await desk.ui.press("Open Folder...");
  assert.deepEqual(desk.ui.executed, [["vscode.openFolder"]]);
});

test("with several folders one is chosen", async () => {
  const desk = deskThatStarts();
  desk.ui.openFolders.push({ uri: "file:///other", name: "other" });
  desk.ui.picks = "other";
  desk.ui.types = "tidy up";
  await run(desk, undefined);
  await reviewChanges(desk, undefined);
  assert.deepEqual(desk.server.of("architect.run"), [
    { prompt: "tidy up", scope: { uris: ["file:///other"] } },
  ]);
  assert.deepEqual(desk.server.of("architect.review"), [
    { scope: "changes", uri: "file:///other" },
  ]);
});

test("a task for what was chosen in the explorer is about that", async () => {
  const desk = deskThatStarts();
  desk.ui.types = "tidy up";
  const chosen = ["/home/u/a.py", "/home/u/b.py"].map((path) => ({
    scheme: "file",
    path,
    toString: () => `file://${path}`,
  }));
  await run(desk, chosen[0], chosen);
  assert.deepEqual(desk.ui.prompted, ["Task for 2 selected files"]);
  assert.deepEqual(desk.server.of("architect.run"), [
    { prompt: "tidy up", scope: { uris: [A, "file:///home/u/b.py"] } },
  ]);
});

test("a run that has to wait says so", async () => {
  const desk = testDesk({
    "architect.run": () => ({ runId: RUN, state: "queued", position: 2 }),
  });
  desk.ui.types = "tidy up";
  await run(desk, undefined);
  assert.match(desk.ui.lastTold, /at position 2/);
});

test("reviews name what they are about and open nothing", async () => {
  const desk = deskThatStarts();
  desk.ui.opens(A, lines(1, 3));
  await reviewSelection(desk, undefined);
  await reviewFile(desk, undefined);
  await reviewWorkspace(desk, undefined);
  assert.deepEqual(desk.server.of("architect.review"), [
    { scope: "selection", uri: A, range: lines(1, 3) },
    { scope: "file", uri: A },
    { scope: "workspace", uri: "file:///home/u" },
  ]);
  assert.deepEqual(desk.opened, []);
});

test("the words of a task for the selection are the server's", async () => {
  const desk = deskThatStarts();
  const argument = { prompt: "Explain this.", agent: "resume", scope: { uris: [A] } };
  desk.ui.opens(A, lines(1, 3));
  desk.ui.actions = [{ title: TASK_TITLES.explain, command: "architect.run", argument }];
  await explain(desk, undefined);
  assert.deepEqual(desk.server.of("architect.run"), [argument]);
  await tests(desk, undefined);
  assert.match(desk.ui.lastTold, /No action available for a.py/);
});

test("a task for the selection waits for the server that has the words for it", async () => {
  const desk = deskThatStarts();
  const argument = { prompt: "Explain this.", scope: { uris: [A] } };
  desk.ui.opens(A, lines(1, 3));
  desk.server.starting = () => {
    desk.ui.actions = [{ title: TASK_TITLES.explain, command: "architect.run", argument }];
  };
  await explain(desk, undefined);
  assert.deepEqual(desk.server.of("architect.run"), [argument]);
});

test("a run that a code action of the server starts is known by the server's title", async () => {
  const desk = deskThatStarts();
  await serverCommand(desk, "architect.fix", { findingId: "f1" });
  assert.equal(desk.runs.get(RUN)?.title, "fix this");
  await serverCommand(desk, "architect.nothing", {});
  assert.match(desk.ui.lastTold, /architect.nothing/);
});
