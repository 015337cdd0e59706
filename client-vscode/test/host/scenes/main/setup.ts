import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";

import { until } from "../../../until";
import { environmentOf, servers } from "../../processes";
import { longScene, scene } from "../../run";

const CHOOSE = "architect.ui.configureModel";
const KEY = "sk-not-a-key-of-anybody";

function model(): unknown {
  return vscode.workspace.getConfiguration("architect").get("model");
}

/** Whether the only server there is has the key in its environment. */
function isGiven(key: string): boolean {
  const [server, ...others] = servers();
  return server !== undefined && others.length === 0 && environmentOf(server).includes(`OPENAI_API_KEY=${key}`);
}

scene("a key is given to the server, until it is forgotten", async (stage) => {
  await stage.open("one.py", "a = 1\n");
  stage.inputs.enter("API key", "OpenAI", KEY, "openai/gpt-4.1-mini");
  await vscode.commands.executeCommand(CHOOSE);
  assert.equal(model(), "openai/gpt-4.1-mini");
  await until("a server with the key", () => isGiven(KEY));
  stage.inputs.enter("OpenAI", "Delete Stored Key");
  await vscode.commands.executeCommand(CHOOSE, "apiKey");
  await until("a server without the key", () => servers().length === 1 && !isGiven(KEY));
});

longScene("the models that Ollama has are offered", async (stage) => {
  const ollama = createServer((request, response) => {
    const models = request.url === "/api/tags" ? [{ name: "qwen3:8b" }] : [];
    response.end(JSON.stringify({ models }));
  });
  await new Promise<void>((resolve) => ollama.listen(0, "127.0.0.1", resolve));
  const before = process.env["OLLAMA_HOST"];
  process.env["OLLAMA_HOST"] = `127.0.0.1:${(ollama.address() as AddressInfo).port}`;
  try {
    stage.inputs.enter("qwen3");
    await vscode.commands.executeCommand(CHOOSE, "ollama");
    assert.equal(model(), "ollama/qwen3:8b");
  } finally {
    process.env["OLLAMA_HOST"] = before;
    ollama.close();
  }
});

longScene("going away from a choice changes no setting", async (stage) => {
  await stage.set("model", "openai/before");
  for (const entries of [[undefined], ["API key", undefined], ["API key", "OpenAI", undefined]]) {
    stage.inputs.enter(...entries);
    await vscode.commands.executeCommand(CHOOSE);
  }
  assert.equal(model(), "openai/before");
});
