import assert from "node:assert/strict";
import { test } from "node:test";

import { offerUnsent } from "../../../src/commands/startRun";
import { ServerError } from "../../../src/daemon/serverError";
import { planFirst } from "../../../src/commands/planFirst";
import { run, runOnSelection } from "../../../src/commands/runTask";
import {
  reviewChanges,
  reviewFile,
  reviewSelection,
  reviewWorkspace,
} from "../../../src/commands/reviews";
import { explain, TASK_TITLES, tests } from "../../../src/commands/selectionTasks";
import { serverCommand } from "../../../src/commands/serverCommands";
import { lines, RUN, runInfo } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const A = "file:///home/u/a.py";

function servicesThatStart(): TestServices {
  const started = () => ({ runId: RUN, state: "running", position: 0 }) as const;
  return testServices({
    "architect.run": started,
    "architect.review": started,
    "architect.fix": started,
    "architect.findings": () => ({ findings: [] }),
    "architect.runs": () => ({ runs: [runInfo({ title: "fix this" })] }),
  });
}

test("a task for the selection is sent with it, remembered, and shown", async () => {
  const services = servicesThatStart();
  services.ui.opens(A, lines(1, 3));
  services.ui.types = "make it faster";
  await runOnSelection(services, undefined);
  assert.deepEqual(services.server.of("architect.run"), [
    { prompt: "make it faster", scope: { uris: [A], range: lines(1, 3) } },
  ]);
  assert.deepEqual(services.prompts.all(), ["make it faster"]);
  assert.deepEqual(services.opened, [RUN]);
  assert.equal(services.runs.get(RUN)?.title, "make it faster");
});

test("a task carries how hard the model shall think and whether its changes are reviewed, if that was chosen", async () => {
  const services = servicesThatStart();
  services.ui.types = "prove it";
  services.ui.reasoning = "max";
  services.ui.autoReview = true;
  services.ui.opens(A, lines(1, 3));
  await runOnSelection(services, undefined);
  assert.deepEqual(services.server.of("architect.run"), [
    { prompt: "prove it", scope: { uris: [A], range: lines(1, 3) }, reasoning: "max", autoReview: true },
  ]);
});

test("who types no task starts nothing", async () => {
  const services = servicesThatStart();
  services.ui.opens(A, lines(1, 3));
  await runOnSelection(services, undefined);
  assert.deepEqual(services.server.asked, []);
});

test("without a selection the whole file is offered", async () => {
  const services = servicesThatStart();
  services.ui.opens(A, lines(1, 1));
  services.ui.types = "tidy up";
  await runOnSelection(services, undefined);
  assert.equal(services.ui.lastMessage, "No selection in a.py: select the code the task is about.");
  await services.ui.press("Run on Whole File");
  assert.deepEqual(services.server.of("architect.run"), [{ prompt: "tidy up", scope: { uris: [A] } }]);
});

test("without an open file one sentence says what is missing", async () => {
  const services = servicesThatStart();
  for (const command of [runOnSelection, reviewSelection, reviewFile, explain, tests]) {
    await command(services, undefined);
    assert.match(services.ui.lastMessage, /^(No file is open\.|No selection:) .*\.$/);
  }
  assert.deepEqual(services.server.asked, []);
});

test("without a folder one is asked to open it", async () => {
  const services = servicesThatStart();
  services.ui.openFolders = [];
  for (const command of [run, reviewChanges, reviewWorkspace]) {
    await command(services, undefined);
    assert.equal(services.ui.lastMessage, "No folder is open. Open your project folder first.");
  }
  await services.ui.press("Open Folder...");
  assert.deepEqual(services.ui.executed, [["vscode.openFolder"]]);
});

test("with several folders one is chosen", async () => {
  const services = servicesThatStart();
  services.ui.openFolders.push({ uri: "file:///other", name: "other" });
  services.ui.picks = "other";
  services.ui.types = "tidy up";
  await run(services, undefined);
  await reviewChanges(services, undefined);
  assert.deepEqual(services.server.of("architect.run"), [
    { prompt: "tidy up", scope: { uris: ["file:///other"] } },
  ]);
  assert.deepEqual(services.server.of("architect.review"), [
    { scope: "changes", uri: "file:///other" },
  ]);
});

test("the task comes before the folder, which is not asked for where the editor tells it", async () => {
  const services = servicesThatStart();
  services.ui.openFolders.push({ uri: "file:///home/u/inner", name: "inner" });
  services.ui.types = "tidy up";
  await run(services, undefined);
  assert.deepEqual([services.ui.prompted, services.ui.offered.length], [["Task for the workspace"], 1]);
  assert.deepEqual(services.prompts.all(), ["tidy up"]);
  services.ui.opens("file:///home/u/inner/a.py", lines(1, 1));
  await run(services, undefined);
  await planFirst(services, undefined);
  services.ui.opens(A, lines(1, 1));
  await run(services, undefined);
  assert.deepEqual([services.ui.prompted[1], services.ui.offered.length], ["Task for the folder inner", 1]);
  const about = (uri: string) => ({ prompt: "tidy up", scope: { uris: [uri] } });
  const [inner, outer] = [about("file:///home/u/inner"), about("file:///home/u")];
  assert.deepEqual(services.server.of("architect.run"), [inner, { ...inner, agent: "plan" }, outer]);
});

test("a task for what was chosen in the explorer is about that", async () => {
  const services = servicesThatStart();
  services.ui.types = "tidy up";
  const chosen = ["/home/u/a.py", "/home/u/b.py"].map((path) => ({
    scheme: "file",
    path,
    toString: () => `file://${path}`,
  }));
  await run(services, chosen[0], chosen);
  assert.deepEqual(services.ui.prompted, ["Task for 2 selected files"]);
  assert.deepEqual(services.server.of("architect.run"), [
    { prompt: "tidy up", scope: { uris: [A, "file:///home/u/b.py"] } },
  ]);
});

test("a run that has to wait says so in its conversation, and in a message if that is not opened", async () => {
  const queued = () => ({ runId: RUN, state: "queued" as const, position: 2, waitsFor: "Waits for: another" });
  const services = testServices({ "architect.run": queued, "architect.review": queued });
  services.ui.types = "tidy up";
  await run(services, undefined);
  assert.deepEqual(services.opened, [RUN]);
  assert.deepEqual(services.ui.messages, []);
  await reviewWorkspace(services, undefined);
  assert.match(services.ui.lastMessage, /Waits for: another. Your run is queued at position 2/);
});

test("reviews name what they are about and open nothing", async () => {
  const services = servicesThatStart();
  services.ui.opens(A, lines(1, 3));
  await reviewSelection(services, undefined);
  await reviewFile(services, undefined);
  await reviewWorkspace(services, undefined);
  assert.deepEqual(services.server.of("architect.review"), [
    { scope: "selection", uri: A, range: lines(1, 3) },
    { scope: "file", uri: A },
    { scope: "workspace", uri: "file:///home/u" },
  ]);
  assert.deepEqual(services.opened, []);
});

test("the words of a task for the selection are the server's", async () => {
  const services = servicesThatStart();
  const argument = { prompt: "Explain this.", agent: "explain", scope: { uris: [A] } };
  services.ui.opens(A, lines(1, 3));
  services.ui.actions = [{ title: TASK_TITLES.explain[0], command: "architect.run", argument }];
  await explain(services, undefined);
  assert.deepEqual(services.server.of("architect.run"), [argument]);
  await tests(services, undefined);
  assert.match(services.ui.lastMessage, /No action available for a.py/);
});

test("a task for the selection waits for the server that has the words for it", async () => {
  const services = servicesThatStart();
  const argument = { prompt: "Explain this.", scope: { uris: [A] } };
  services.ui.opens(A, lines(1, 3));
  services.server.starting = () => {
    services.ui.actions = [{ title: TASK_TITLES.explain[0], command: "architect.run", argument }];
  };
  await explain(services, undefined);
  assert.deepEqual(services.server.of("architect.run"), [argument]);
});

test("a run that a code action of the server starts is known by the server's title", async () => {
  const services = servicesThatStart();
  await serverCommand(services, "architect.fix", { findingId: "f1" });
  assert.equal(services.runs.get(RUN)?.title, "fix this");
  assert.deepEqual(services.opened, []);
  await serverCommand(services, "architect.run", { prompt: "explain this" });
  assert.deepEqual(services.opened, [RUN]);
  await serverCommand(services, "architect.nothing", {});
  assert.match(services.ui.lastMessage, /architect.nothing/);
});

test("a task that no server has heard of is offered once when there is one", async () => {
  let isInstalled = false;
  const made = testServices({
    "architect.run": () => {
      if (!isInstalled) throw new ServerError("no_server", "The server is not installed.");
      return { runId: RUN, state: "running", position: 0 };
    },
  });
  made.ui.types = "make it faster";
  await assert.rejects(run(made, undefined));
  isInstalled = true;
  offerUnsent(made);
  assert.equal(made.ui.lastMessage, "The server is running. Try “make it faster” again?");
  await made.ui.press("Retry");
  assert.deepEqual(made.opened, [RUN]);
  const { length } = made.ui.messages;
  offerUnsent(made);
  assert.equal(made.ui.messages.length, length);
});
