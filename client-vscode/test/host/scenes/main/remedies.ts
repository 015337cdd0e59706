import assert from "node:assert/strict";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";

import { chatServer } from "../../../ui/chatServer";
import { until } from "../../../until";
import { select } from "../../editor";
import { journals } from "../../journals";
import { longScene, scene } from "../../run";
import type { Stage } from "../../stage";

/** A program of the scene, in a folder of its own. */
function program(stage: Stage, name: string, body: string): string {
  const file = path.join(stage.folder, "bin", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Makes an environment that has the server of `real`, and downloads nothing. */
function python(real: string): string {
  return [
    `case "$*" in`,
    `  *"-m venv "*) for last; do :; done; mkdir -p "$last/bin"; cp "$0" "$last/bin/python"; ln -s '${real}' "$last/bin/architect";;`,
    `  *"-c import sys"*) echo 3.13;;`,
    `esac`,
  ].join("\n");
}

function serverPath(): string {
  return vscode.workspace.getConfiguration("architect").get<string>("server.path") ?? "";
}

async function terminal(name: string): Promise<vscode.Terminal> {
  return await until(`the terminal ${name}`, () => vscode.window.terminals.find((each) => each.name === name));
}

longScene("Ollama is started in a terminal of its own, and once", async (stage) => {
  const noted = path.join(stage.folder, "started");
  const ollama = program(stage, "ollama", `echo "$@" >> '${noted}'; exec sleep 600`);
  const before = process.env["PATH"];
  process.env["PATH"] = `${path.dirname(ollama)}:${before ?? ""}`;
  try {
    await vscode.commands.executeCommand("architect.ui.startOllama");
    const shown = await terminal("Ollama");
    await until("the server of Ollama", () => existsSync(noted) && readFileSync(noted, "utf8") === "serve\n");
    await vscode.commands.executeCommand("architect.ui.startOllama");
    assert.deepEqual(vscode.window.terminals.filter(({ name }) => name === "Ollama"), [shown]);
    shown.dispose();
    await until("the end of the terminal", () => shown.exitStatus !== undefined);
  } finally {
    process.env["PATH"] = before;
  }
});

longScene("LiteLLM is installed by the user's own hand where the environment is the user's", async (stage) => {
  const typed = path.join(stage.folder, "typed");
  const shell = program(stage, "shell", `read -r line; echo "$line" > '${typed}'; exec sleep 600`);
  const settings = vscode.workspace.getConfiguration("terminal.integrated");
  await settings.update("profiles.linux", { noting: { path: shell } }, vscode.ConfigurationTarget.Global);
  await settings.update("defaultProfile.linux", "noting", vscode.ConfigurationTarget.Global);
  try {
    // VS Code looks for shells some time after the settings have changed, and opens the one of before until then.
    await until("the shell of new terminals", () => vscode.env.shell === shell);
    await vscode.commands.executeCommand("architect.ui.installLitellm");
    await stage.messages.with("Press Enter in the terminal");
    const shown = await terminal("Install LiteLLM");
    assert.equal(existsSync(typed), false);
    shown.sendText("", true);
    const line = await until("the command", () => existsSync(typed) && readFileSync(typed, "utf8").trim());
    assert.match(line, /^\/\S+\/python\S* -m pip install 'litellm\S*>=1\.83'$/);
  } finally {
    vscode.window.terminals.forEach((each) => { each.dispose(); });
    await settings.update("defaultProfile.linux", undefined, vscode.ConfigurationTarget.Global);
    await settings.update("profiles.linux", undefined, vscode.ConfigurationTarget.Global);
  }
});

/** Plays `body` where the only server there is comes with the extension, in the folder `bundle`, and is installed by `pythonText`. */
async function withBundle(stage: Stage, pythonText: string, body: (bundle: string) => Promise<void>): Promise<void> {
  const extension = vscode.extensions.getExtension("architect-lsp.architect")?.extensionPath ?? "";
  const [bundle, real, before] = [path.join(extension, "server"), serverPath(), process.env["PATH"]];
  mkdirSync(bundle);
  process.env["PATH"] = `${path.dirname(program(stage, "python3.13", pythonText))}:/usr/bin:/bin`;
  try {
    await body(bundle);
  } finally {
    process.env["PATH"] = before;
    rmSync(bundle, { recursive: true });
    await stage.set("server.path", real);
  }
}

scene("a server that is missing is installed by a button, and then there is one for the model", async (stage) => {
  await withBundle(stage, python(serverPath()), async (bundle) => {
    writeFileSync(path.join(bundle, "architect_lsp-0.0.1-py3-none-any.whl"), "");
    await stage.set("server.path", "");
    const missing = await stage.messages.with("is not installed on this machine");
    assert.deepEqual(missing.buttons, ["Install Server", "Don't Show Again"]);
    missing.answer("Install Server");
    const next = await stage.messages.with("Server 0.0.1 installed");
    assert.deepEqual(next.buttons, ["Select Model...", "Run Task..."]);
    stage.inputs.enter(undefined);
    next.answer("Select Model...");
    await until("the list of models", () => stage.inputs.asked.some((each) => each.includes("Select a model")));
  });
});

const WHEEL = "architect_lsp-1-py3-none-any.whl";
/** Of the tests; VS Code makes another PATH. */
const PYTHON = path.join(process.env["ARCHITECT_TEST_PATH"]?.split(":")[0] ?? "", "python");
/** Making an environment, on a machine that has much to do. */
const INSTALL_MS = 100_000;

longScene("LiteLLM comes into the extension's own environment by the button of the model that needs it", async (stage) => {
  const wheels = process.env["ARCHITECT_TEST_WHEELS"] ?? "";
  const server = await chatServer("Hello from tiny.");
  const variables = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels, HOSTED_VLLM_API_BASE: server.address };
  Object.assign(process.env, variables);
  try {
    await withBundle(stage, `exec '${PYTHON}' "$@"`, async (bundle) => {
      const locked = readFileSync(path.join(wheels, "requirements.txt"), "utf8");
      const requirements = path.join(bundle, "requirements.txt");
      copyFileSync(path.join(wheels, WHEEL), path.join(bundle, WHEEL));
      // As that of an earlier version of the extension.
      writeFileSync(requirements, locked.replace(/^litellm.*\n/m, ""));
      await stage.set("server.path", "");
      await vscode.commands.executeCommand("architect.ui.installServer");
      await stage.set("model", "hosted_vllm/tiny");
      select(await stage.open("one.py", "a = 1\n"), 0);
      await stage.orderOnSelection("greet me");
      const refused = await stage.messages.with("needs LiteLLM");
      assert.deepEqual(refused.buttons, ["Install LiteLLM", "Select Model...", "Show Output"]);
      writeFileSync(requirements, locked);
      refused.answer("Install LiteLLM");
      const isInstalled = () => stage.messages.all.some(({ text }) => text.includes("LiteLLM installed"));
      await until("the new environment", isInstalled, INSTALL_MS);
      await stage.messages.press("Try again?", "Retry");
      await until("the answer", async () => (await journals()).some((each) => each.includes("Hello from tiny.")));
    });
  } finally {
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
    server.close();
  }
});
