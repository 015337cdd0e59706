import assert from "node:assert/strict";

import { chatServer } from "../../chatServer";
import { longScene, scene, sequel } from "../../run";
import { filesWith, settingBecomes } from "../../settings";
import type { Window } from "../../window";

const SAYS = "Hello from tiny.";
const KEY = "sk-right";
const FIELD = "Message to the agent";

async function openChat(window: Window): Promise<void> {
  await window.command("Architect: New Chat");
  await window.webview.getByLabel(FIELD).waitFor();
}

async function send(window: Window, text: string): Promise<void> {
  await window.webview.getByLabel(FIELD).fill(text);
  await window.webview.getByLabel(FIELD).press("Enter");
}

/** Wait for the `count`th end of a run, and press a button of it. */
async function pressAtEnd(window: Window, count: number, button: string): Promise<void> {
  const card = window.webview.locator(".outcome").nth(count - 1);
  await card.getByRole("button", { name: button, exact: true }).click();
}

/** Look for a setting where `Open Setting` led, and close that. */
async function settingIsShown(window: Window, title: string): Promise<void> {
  const editor = window.page.locator(".settings-editor");
  await editor.locator(".setting-item-label", { hasText: title }).first().waitFor();
  await window.page.keyboard.press("Escape");
  await editor.waitFor({ state: "hidden" });
}

scene("the first message leads to a model: a server that speaks as OpenAI does, by its address", async (window) => {
  const server = await chatServer(SAYS);
  await openChat(window);
  await send(window, "greet me");
  const told = window.webview.locator(".toast");
  await told.getByText("No model is selected").waitFor();
  await window.picture("no-model");
  await told.getByRole("button", { name: "Select Model..." }).click();
  await window.pick("OpenAI-compatible server");
  await window.answerInputOf("Address of the OpenAI-compatible server", server.address);
  await window.answerInputOf("API key (optional)", "");
  await window.pick("tiny");
  await settingBecomes(window, "architect.model", "hosted_vllm/tiny");
  await settingBecomes(window, "architect.apiBase", server.address);
  // The message stands in the input again, which has the focus.
  await told.waitFor({ state: "hidden" });
  await window.picture("model-selected");
  assert.equal(await window.webview.getByLabel(FIELD).inputValue(), "greet me");
  await window.page.keyboard.press("Enter");
  await window.said(SAYS).waitFor();
  await window.webview.locator(".outcome").filter({ hasText: "Done" }).waitFor();
  await window.page.locator(".statusbar-item", { hasText: "tiny · edit" }).waitFor();
  server.close();
});

sequel("a wrong key and an address where nobody answers are mended by the buttons of the error", async (window) => {
  const server = await chatServer(SAYS);
  server.wantKey(KEY);
  window.set("architect.apiBase", server.address);
  window.set("architect.model", "hosted_vllm/tiny");
  await openChat(window);
  await send(window, "greet me");
  await window.webview.getByText("Incorrect API key provided").first().waitFor();
  await window.picture("wrong-key");
  await pressAtEnd(window, 1, "Enter API Key...");
  await window.answerInputOf("API key for the OpenAI-compatible server", KEY);
  await window.page.locator(".statusbar-item", { hasText: "was stored" }).waitFor();
  await pressAtEnd(window, 1, "Retry");
  await window.said(SAYS).waitFor();
  assert.deepEqual(filesWith(window, KEY), []);

  server.close();
  await send(window, "greet me again");
  const silent = window.webview.locator(".outcome").nth(2);
  await silent.getByText("Nothing answers at").waitFor();
  assert.match(await silent.innerText(), /architect\.apiBase/);
  await window.picture("closed-port");
  await pressAtEnd(window, 3, "Open Setting");
  await settingIsShown(window, "Api Base");
  await pressAtEnd(window, 3, "Select Model...");
  await window.pick("OpenAI-compatible server");
  const again = await chatServer(SAYS);
  await window.answerInputOf("Address of the OpenAI-compatible server", again.address);
  await window.answerInputOf("API key (optional)", "");
  await window.pick("tiny");
  await settingBecomes(window, "architect.apiBase", again.address);
  await pressAtEnd(window, 3, "Retry");
  await window.webview.locator(".outcome").nth(3).filter({ hasText: "Done" }).waitFor();
  again.close();
});

longScene("a server that is not where its setting says is told in one place, with a button that leads there", async (window) => {
  window.set("architect.server.path", "/no/such/architect");
  const told = window.toast("The setting architect.server.path is '/no/such/architect'");
  await told.waitFor();
  await told.getByRole("button", { name: "Open Setting" }).waitFor();
  await window.page.locator(".statusbar-item", { hasText: "Architect" }).click();
  await settingIsShown(window, "Path");
  // It stood in front of the chat that is opened, which tells it now.
  await openChat(window);
  const here = window.webview.locator(".toast");
  await here.getByText("The setting architect.server.path is").waitFor();
  await told.waitFor({ state: "hidden" });
  await window.picture("no-server");
  await send(window, "greet me");
  await here.getByText("The setting architect.server.path is").waitFor();
  await here.getByRole("button", { name: "Open Setting" }).click();
  await settingIsShown(window, "Path");
});

longScene("the buttons of an error lead to what they say", async (window) => {
  window.set("architect.model", "openai/gpt-4.1-mini");
  await window.runTask("try this");
  await window.toast("no key for").getByRole("button", { name: "Enter API Key..." }).click();
  await window.titled("API key for OpenAI");
  await window.page.keyboard.press("Escape");
  await window.runTask("try this");
  await window.toast("no key for").getByRole("button", { name: "Select Model..." }).click();
  await window.page.locator(".quick-input-list .monaco-list-row", { hasText: "OpenAI-compatible server" }).first().waitFor();
  await window.page.keyboard.press("Escape");
});
