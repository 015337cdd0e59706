import assert from "node:assert/strict";

import { scene } from "../../run";
import type { Window } from "../../window";

const MODEL = "architect.model";
const KEY = "sk-not-a-key-of-anybody";
const CONFIG = ".architect/config.yaml";

async function openWalkthrough(window: Window): Promise<void> {
  await window.command("Welcome: Open Walkthrough...");
  await window.answerInput("First steps with Architect");
}

/** Press the button of a step of the walkthrough. */
async function follow(window: Window, step: string, button: string): Promise<void> {
  await window.page.locator(".getting-started-step").filter({ hasText: step }).first().click();
  const open = window.page.locator(".getting-started-step.expanded");
  await open.locator(".button-container").getByText(button).click();
}

/** Answer the question of `Trust This Project`. */
async function answerTrust(window: Window, answer: "y" | "n"): Promise<void> {
  await window.command("Architect: Trust This Project...");
  await window.terminalShows("Trust it?");
  await window.page.keyboard.type(`${answer}\n`);
}

scene("a model is chosen by command, and by each way of the walkthrough", async (window) => {
  await window.command("Architect: Choose the Model...");
  await window.pick("A model of VS Code");
  await window.pick("Whichever VS Code offers first");
  await window.settingBecomes(MODEL, "vscode");

  await openWalkthrough(window);
  await follow(window, "model of VS Code", "Use a model of VS Code");
  await window.pick("Fake 1");
  await window.settingBecomes(MODEL, "vscode/fake-1");

  await follow(window, "API key", "Enter a key");
  await window.pick("OpenAI");
  await window.answerInputOf("API key for OpenAI", KEY);
  await window.answerInputOf("Model of OpenAI", "openai/gpt-4.1-mini");
  await window.settingBecomes(MODEL, "openai/gpt-4.1-mini");
  assert.deepEqual(window.filesWith(KEY), []);

  await follow(window, "Ollama", "Use Ollama");
  const silent = window.toast("Ollama does not answer at http://127.0.0.1:9");
  await silent.getByRole("button", { name: "Name a Model Anyway" }).click();
  await window.answerInputOf("Model of Ollama", "ollama/qwen3");
  await window.settingBecomes(MODEL, "ollama/qwen3");
});

scene("the walkthrough shows the demo in a terminal, and ticks that step alone", async (window) => {
  await openWalkthrough(window);
  await follow(window, "demo", "Watch the demo");
  await window.terminalShows("This was the demo");
  await window.terminalShows("architect run --model");
  const ticked = window.page.locator(".getting-started-step", { has: window.page.locator(".codicon.complete") });
  assert.match((await ticked.allTextContents()).join(), /^Or watch the recorded demo/);
});

scene("a project is trusted in a terminal, or at the question of a run", async (window) => {
  window.write(CONFIG, "llm:\n  api_base: http://127.0.0.1:9/v1\n");
  await answerTrust(window, "n");
  await window.toast("this project is not trusted").waitFor();
  await answerTrust(window, "y");
  await window.toast("this project is trusted").waitFor();

  window.write(CONFIG, "llm:\n  api_base: http://127.0.0.1:10/v1\n");
  window.modelGives({ text: "There is nothing to do." });
  await window.runTask("look around");
  const asked = window.toast("settings that count only once you trust it");
  await asked.getByRole("button", { name: "Trust this project" }).click();
  await window.command("Architect: Trust This Project...");
  await window.toast("nothing in this project waits for trust").waitFor();
});
