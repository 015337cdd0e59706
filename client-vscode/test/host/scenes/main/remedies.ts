import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";

import { until } from "../../../until";
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
    await vscode.commands.executeCommand("architect.ui.installLitellm");
    await stage.messages.with("Press Enter in the terminal");
    const shown = await terminal("Install LiteLLM");
    assert.equal(existsSync(typed), false);
    shown.sendText("", true);
    const line = await until("the command", () => existsSync(typed) && readFileSync(typed, "utf8").trim());
    assert.match(line, /^\/\S+\/python -m pip install 'litellm>=1\.83'$/);
    shown.dispose();
  } finally {
    await settings.update("defaultProfile.linux", undefined, vscode.ConfigurationTarget.Global);
    await settings.update("profiles.linux", undefined, vscode.ConfigurationTarget.Global);
  }
});

scene("a server that is missing is installed by a button, and then there is one for the model", async (stage) => {
  const real = vscode.workspace.getConfiguration("architect").get<string>("server.path") ?? "";
  const extension = vscode.extensions.getExtension("architect-lsp.architect")?.extensionPath ?? "";
  const bundle = path.join(extension, "server");
  mkdirSync(bundle);
  writeFileSync(path.join(bundle, "architect_lsp-0.0.1-py3-none-any.whl"), "");
  const before = process.env["PATH"];
  process.env["PATH"] = `${path.dirname(program(stage, "python3.13", python(real)))}:/usr/bin:/bin`;
  try {
    await stage.set("server.path", "");
    const missing = await stage.messages.with("is not installed on this machine");
    assert.deepEqual(missing.buttons, ["Install Server", "Don't Show Again"]);
    missing.answer("Install Server");
    const next = await stage.messages.with("Server 0.0.1 installed");
    assert.deepEqual(next.buttons, ["Select Model...", "Run Task..."]);
    stage.inputs.enter(undefined);
    next.answer("Select Model...");
    await until("the list of models", () => stage.inputs.asked.some((each) => each.includes("Select a model")));
  } finally {
    process.env["PATH"] = before;
    rmSync(bundle, { recursive: true });
    await stage.set("server.path", real);
  }
});
