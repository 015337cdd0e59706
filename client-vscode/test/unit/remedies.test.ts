import assert from "node:assert/strict";
import { test } from "node:test";

import { applyRemedy } from "../../src/commands/applyRemedy";
import { run as runTask } from "../../src/commands/runTask";
import { showError, tellError } from "../../src/commands/showError";
import { ServerError } from "../../src/daemon/serverError";
import type { ShownRemedy } from "../../src/protocol/generated";
import { chatActions } from "../../src/panel/chatActions";
import { buttonsFor, readRemedy, type Remedy, type RemedyKind } from "../../src/remedies";
import { endingOf } from "../../src/status/ending";
import { testServices } from "./support/testServices";
import { RUN, runInfo } from "./support/values";

const SESSION = "20261120-080006-de6374";
const CHOOSE = "Select Model...";

/** Kind and setting, the buttons, and what the first one runs. */
const CASES: readonly (readonly [ShownRemedy["kind"], string, readonly string[], readonly unknown[]])[] = [
  ["selectModel", "architect.model", [CHOOSE], ["architect.ui.configureModel"]],
  ["enterKey", "", ["Enter API Key...", CHOOSE], ["architect.ui.enterApiKey", "openai/gpt-4.1"]],
  ["startOllama", "", ["Start Ollama", CHOOSE], ["architect.ui.startOllama"]],
  ["installLitellm", "", ["Install LiteLLM", CHOOSE], ["architect.ui.installLitellm"]],
  ["openSettings", "architect.apiBase", ["Open Setting", CHOOSE], ["openSettings", "architect.apiBase"]],
  ["openSettings", "architect.budgetUsd", ["Open Setting"], ["openSettings", "architect.budgetUsd"]],
  ["openSettings", "", ["Open Setting"], ["openSettings", "@ext:architect-lsp.architect"]],
  ["trustProject", "", ["Trust Project..."], ["architect.ui.trustProject"]],
  ["retry", "", ["Retry"], []],
];

const resumed = { runId: `${SESSION}.2`, state: "running", position: 0 } as const;

test("each remedy has a button of its own, which does it, and then the run can be tried again", async () => {
  for (const [kind, setting, labels, executed] of CASES) {
    const services = testServices({ "architect.resume": () => resumed, "architect.sessions": () => ({ sessions: [] }) });
    const failed = runInfo({ state: "done", outcome: "failed", models: ["openai/gpt-4.1"], remedy: { kind, setting }, error: "no" });
    services.runs.update(runInfo());
    services.runs.update(failed);
    const run = services.runs.get(RUN);
    assert.ok(run !== undefined);
    const told = endingOf({ run, before: { ...run, state: "running" }, event: undefined });
    const offered = told?.problem?.buttons ?? [];
    assert.deepEqual(offered.map(({ label }) => label), labels, kind);
    assert.deepEqual(buttonsFor(readRemedy({ kind, setting })).map(({ label }) => label), labels, kind);
    await applyRemedy(services, { runId: RUN, offersRetry: true, ...offered[0]?.remedy });
    if (executed.length > 0) {
      assert.equal(services.ui.executed[0]?.[0], executed[0]);
      assert.deepEqual(services.ui.executed[0]?.filter((each) => each !== undefined), executed);
      assert.deepEqual(services.server.of("architect.resume"), []);
    }
    if (executed.length > 0 && kind !== "openSettings") {
      await services.ui.press("Retry");
    }
    const isTried = kind !== "openSettings";
    assert.deepEqual(services.server.of("architect.resume"), isTried ? [{ sessionId: SESSION }] : [], kind);
  }
});

test("what this side knows to help has a button, too", async () => {
  const own: readonly (readonly [RemedyKind, string, string])[] = [
    ["installServer", "Install Server", "architect.ui.installServer"],
    ["restartServer", "Restart Server", "architect.ui.restartServer"],
    ["openFolder", "Open Folder...", "vscode.openFolder"],
  ];
  for (const [kind, label, command] of own) {
    const services = testServices();
    assert.deepEqual(buttonsFor({ kind, setting: "" }).map((each) => each.label), [label]);
    await applyRemedy(services, { runId: "", kind, setting: "" });
    assert.deepEqual(services.ui.executed, [[command]]);
  }
});

test("what is no remedy has no button", () => {
  const none: readonly unknown[] = [undefined, null, "retry", {}, { kind: "format" }, { kind: "__proto__" }];
  assert.deepEqual(none.map(readRemedy), none.map(() => undefined));
  assert.deepEqual(readRemedy({ kind: "openSettings", setting: "a b" }), { kind: "openSettings", setting: "" });
  assert.deepEqual(buttonsFor(undefined), []);
});

test("a task that could not be started is sent again as it was", async () => {
  const remedy: Remedy = { kind: "enterKey", setting: "" };
  let hasKey = false;
  const services = testServices({
    "architect.run": () => {
      if (!hasKey) {
        throw new ServerError("not_configured", "no key is stored", false, remedy);
      }
      return resumed;
    },
  });
  services.ui.types = "make it faster";
  await runTask(services, undefined).catch((error: unknown) => {
    showError(services.ui, error);
  });
  assert.equal(services.ui.lastMessage, "No key is stored");
  hasKey = true;
  await services.ui.press("Enter API Key...");
  assert.deepEqual(services.ui.executed[0], ["architect.ui.applyRemedy", remedy]);
  await services.ui.press("Retry");
  const [first, second] = services.server.of("architect.run");
  assert.deepEqual(second, first);
});

test("a run that never began is sent again with all that went with it", async () => {
  const services = testServices({ "architect.run": () => resumed, "architect.sessions": () => ({ sessions: [] }) });
  const argument = { prompt: "make it faster", attachments: [{ kind: "text", name: "log", text: "boom" }] } as const;
  services.sent.note(RUN, { command: "architect.run", argument, title: "make it faster" });
  services.runs.addStarted({ runId: RUN, state: "queued", position: 1 }, "make it faster");
  await applyRemedy(services, { runId: RUN, kind: "retry" });
  assert.deepEqual(services.server.of("architect.run"), [argument]);
  assert.deepEqual(services.runs.all().map(({ runId }) => runId), [resumed.runId]);
});

test("a retry in the chat that could not be begun is told there, where it can be pressed again", async () => {
  const services = testServices({
    "architect.resume": () => {
      throw new ServerError("busy", "another run works in this session");
    },
  });
  const actions = chatActions(() => services, () => undefined);
  await assert.rejects(actions.remedy(RUN, { kind: "retry", setting: "" }), /another run works/);
  assert.deepEqual(services.ui.messages, []);
});

test("that there is no server is told by the chat that is in sight, and by a notification elsewhere", () => {
  const missing = new ServerError("no_server", "not installed", false, { kind: "installServer", setting: "" });
  const services = testServices();
  tellError(services, missing);
  assert.equal(services.ui.lastMessage, "Not installed");
  services.chat.isInSight = true;
  tellError(services, missing);
  assert.equal(services.ui.messages.length, 1);
  assert.deepEqual(services.chat.asked.at(-1), ["tell", "not installed"]);
  tellError(services, new ServerError("connection", "did not respond"));
  assert.equal(services.ui.lastMessage, "did not respond");
});
