import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { COMMAND_IDS } from "../../../src/commands/commandIds";
import { commandTable } from "../../../src/commands/commandTable";
import type { SetupCommands } from "../../../src/commands/services";
import { ServerError } from "../../../src/daemon/serverError";
import { testServices } from "../support/testServices";

const SETUP: SetupCommands = {
  "architect.ui.configureModel": () => Promise.resolve(),
  "architect.ui.enterApiKey": () => Promise.resolve(),
  "architect.ui.startOllama": () => Promise.resolve(),
  "architect.ui.installLitellm": () => Promise.resolve(),
  "architect.ui.demo": () => Promise.resolve(),
  "architect.ui.showOutput": () => Promise.resolve(),
  "architect.ui.restartServer": () => Promise.reject(new Error("no [way](command:x)")),
  "architect.ui.installServer": () => Promise.resolve(),
  "architect.ui.trustProject": () => Promise.resolve(),
};

function read(...parts: readonly string[]): string {
  return readFileSync(path.join(process.cwd(), ...parts), "utf8");
}

test("the table has every command that package.json contributes, and no other", () => {
  const manifest = JSON.parse(read("package.json")) as {
    contributes: { commands: { command: string }[] };
  };
  const contributed = manifest.contributes.commands.map(({ command }) => command).sort();
  const registered = Object.keys(commandTable(testServices(), SETUP)).sort();
  assert.deepEqual(registered, contributed);
  assert.deepEqual([...COMMAND_IDS].sort(), contributed);
});

test("what starts a run is offered only where the workspace is trusted", () => {
  const manifest = JSON.parse(read("package.json")) as {
    contributes: { menus: Record<string, { command?: string; when?: string }[]> };
  };
  const workflows = ["startLoop", "startParallel", "runPipeline", "resumeWorkflow", "answerApproval"];
  const runs = ["run", "runOnSelection", "fix", "explain", "tests", "document", "resume", "continueSession", ...workflows];
  const starting = new Set(runs.map((name) => `architect.ui.${name}`));
  const items = Object.values(manifest.contributes.menus).flat();
  const own = items.filter(({ command }) => starting.has(command ?? ""));
  assert.ok(own.length > starting.size);
  assert.deepEqual(
    own.filter(({ when }) => !(when ?? "").split(" && ").includes("isWorkspaceTrusted")),
    [],
  );
});

test("no command has an id that the server lists: ids are global", () => {
  const listed = [...read("src", "protocol", "generated.ts").matchAll(/"(architect\.[\w.]+)":/g)].map(
    ([, id]) => id ?? "",
  );
  assert.ok(listed.includes("architect.run"));
  const ids: readonly string[] = COMMAND_IDS;
  assert.deepEqual(
    listed.filter((id) => ids.includes(id)),
    [],
  );
});

test("a command that fails tells in a sentence what went wrong and what helps", async () => {
  const services = testServices({
    "architect.cancel": () => {
      throw new ServerError("busy", "the run goes on in another editor; cancel it there");
    },
  });
  await commandTable(services, SETUP)["architect.ui.cancel"]("some.1");
  assert.equal(services.ui.lastMessage, "The run goes on in another editor; cancel it there");
  await services.ui.press("Show Runs");
  assert.deepEqual(services.ui.executed, [["architect.runs.focus"]]);
});

test("what goes wrong in the extension itself is told, too", async () => {
  const services = testServices();
  await commandTable(services, SETUP)["architect.ui.restartServer"]();
  assert.match(services.ui.lastMessage, /^Something went wrong: no /);
});
