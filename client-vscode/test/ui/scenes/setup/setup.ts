import assert from "node:assert/strict";

import { longScene, longSequel, sequel } from "../../run";
import { filesWith, settingBecomes } from "../../settings";
import type { Window } from "../../window";

const MODEL = "architect.model";
const KEY = "sk-not-a-key-of-anybody";
const CONFIG = ".architect/config.yaml";

async function openWalkthrough(window: Window): Promise<void> {
  await window.command("Welcome: Open Walkthrough...");
  await window.answerInput("Get Started with Architect");
}

/** Press the button of a step of the walkthrough. */
async function follow(window: Window, step: string, button: string): Promise<void> {
  await window.page.locator(".getting-started-step").filter({ hasText: step }).first().click();
  const open = window.page.locator(".getting-started-step.expanded");
  await open.locator(".button-container").getByText(button).click();
}

/** Answer the question of `Trust Project`. */
async function answerTrust(window: Window, answer: "y" | "n"): Promise<void> {
  await window.command("Architect: Trust Project...");
  await window.terminalShows("Trust this project?");
  await window.page.keyboard.type(`${answer}\n`);
}

longSequel("a model is chosen by command, and by each way of the walkthrough", async (window) => {
  await window.command("Architect: Select Model...");
  await window.pick("VS Code language model");
  await window.pick("Auto");
  await settingBecomes(window, MODEL, "vscode");

  await openWalkthrough(window);
  await follow(window, "VS Code language model", "Use VS Code Model");
  await window.pick("Fake 1");
  await settingBecomes(window, MODEL, "vscode/fake-1");

  await follow(window, "Or use an API key", "Enter API Key");
  await window.pick("OpenAI");
  await window.answerInputOf("API key for OpenAI", KEY);
  await window.titled("OpenAI model");
  await window.pick("openai/gpt-5.6-terra");
  await settingBecomes(window, MODEL, "openai/gpt-5.6-terra");
  await follow(window, "Or use an API key", "Enter API Key");
  await window.pick("OpenAI");
  await window.pick("Use Stored Key");
  await window.titled("OpenAI model");
  await window.pick("Enter Model Name...");
  await window.answerInputOf("OpenAI model", "openai/gpt-4.1-mini");
  await settingBecomes(window, MODEL, "openai/gpt-4.1-mini");
  assert.deepEqual(filesWith(window, KEY), []);

  await follow(window, "Ollama", "Use Ollama");
  const silent = window.toast("Unable to reach Ollama at http://127.0.0.1:9");
  await silent.getByRole("button", { name: "Enter Model Name" }).click();
  await window.answerInputOf("Ollama model", "ollama/qwen3");
  await settingBecomes(window, MODEL, "ollama/qwen3");
});

longScene("the walkthrough shows the demo in a terminal, and ticks that step alone", async (window) => {
  await openWalkthrough(window);
  await follow(window, "demo", "Play Demo");
  await window.terminalShows("End of the demo");
  await window.terminalShows("architect run --model");
  const ticked = window.page.locator(".getting-started-step", { has: window.page.locator(".codicon.complete") });
  assert.match((await ticked.allTextContents()).join(), /^Or watch the recorded demo/);
});

sequel("a project is trusted in a terminal, or at the question of a run", async (window) => {
  window.write(CONFIG, "llm:\n  api_base: http://127.0.0.1:9/v1\n");
  await answerTrust(window, "n");
  await window.toast("This project is not trusted").waitFor();
  await answerTrust(window, "y");
  await window.toast("This project is trusted").waitFor();

  window.write(CONFIG, "llm:\n  api_base: http://127.0.0.1:10/v1\n");
  window.modelGives({ text: "There is nothing to do." });
  await window.runTask("look around");
  await window.webview.getByText("It has changed since you trusted it").waitFor();
  await window.webview.getByRole("button", { name: "Trust this project" }).click();
  await window.said("There is nothing to do.").waitFor();
  await window.command("Architect: Trust Project...");
  await window.toast("has no configuration that requires trust").waitFor();
});
