import assert from "node:assert/strict";

import { call, calls, commands, edits, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { chatServer, closedAddress } from "../../chatServer";
import { leftInEnglish } from "../../leftInEnglish";
import { longScene, longSequel } from "../../run";
import type { Window } from "../../window";

const FILE = "ledger/split.py";
const FIELD = "Mensaje para el agente";
const PLAN = [
  { step: "leer el reparto", status: "completed" },
  { step: "corregir el resto", status: "in_progress" },
];

async function send(window: Window, text: string): Promise<void> {
  await window.webview.getByLabel(FIELD).fill(text);
  await window.webview.getByLabel(FIELD).press("Enter");
}

async function newChat(window: Window): Promise<void> {
  await window.command("Architect: Nuevo chat");
  await window.webview.getByLabel(FIELD).waitFor();
}

/** What is shown now has nothing of ours in English. */
async function isSpanish(window: Window, picture: string): Promise<void> {
  await window.pictureAsIs(`spanish-${picture}`);
  assert.deepEqual(await leftInEnglish(window), [], picture);
}

async function allow(window: Window, about: string): Promise<void> {
  const question = window.webview.locator(".question[data-open=true]").filter({ hasText: about });
  await question.getByRole("button", { name: "Permitir una vez" }).waitFor();
  await isSpanish(window, `question-${about.replace(/\W+/g, "-")}`);
  await question.getByRole("button", { name: "Permitir una vez" }).click();
}

longScene("in a Spanish VS Code the first message leads to a model, and what goes wrong is said in Spanish", async (window) => {
  await window.ourView.click();
  await newChat(window);
  await isSpanish(window, "empty");
  await send(window, "hola");
  const told = window.webview.locator(".toast");
  await told.getByRole("button", { name: "Seleccionar modelo..." }).waitFor();
  await isSpanish(window, "no-model");
  await told.getByRole("button", { name: "Seleccionar modelo..." }).click();
  await window.pick("Servidor compatible con OpenAI");
  await isSpanish(window, "address");
  const server = await chatServer("Hola.");
  server.wantKey("sk-right");
  await window.answerInput(server.address);
  await window.answerInputOf("Clave de API (opcional)", "sk-wrong");
  await window.titled("Seleccionar un modelo");
  await window.pick("tiny");
  await window.page.locator(".statusbar-item", { hasText: "tiny · edit" }).waitFor();
  await send(window, "hola");
  await window.webview.locator(".outcome").first().waitFor();
  await isSpanish(window, "wrong-key");
  server.close();
  window.set("architect.apiBase", await closedAddress());
  await send(window, "hola otra vez");
  await window.webview.locator(".outcome").nth(1).waitFor();
  await isSpanish(window, "closed-port");
});

longSequel("in a Spanish VS Code a task asks, is allowed, and its changes are kept", async (window) => {
  window.set("architect.review", "confirm");
  await window.modelBecomes(
    calls(call("update_plan", { steps: PLAN })),
    reads(FILE),
    edits(FILE, "share = total", "part = total"),
    commands("python3 -m unittest"),
    says("Hecho: `share` se llama `part`."),
  );
  await window.openFile(FILE);
  await newChat(window);
  await send(window, "cambiar el nombre de share");
  await allow(window, FILE);
  await allow(window, "python3 -m unittest");
  await window.webview.locator(".outcome").waitFor();
  await isSpanish(window, "done");
  const lens = window.page.locator(".codelens-decoration a", { hasText: /^Mantener$/ }).first();
  await lens.click();
  await until("the end of the lenses", async () => (await lens.count()) === 0);
  await isSpanish(window, "kept");
});

longSequel("in a Spanish VS Code the first steps and the settings are in Spanish", async (window) => {
  await window.command("Welcome: Open Walkthrough...");
  await window.answerInput("Primeros pasos con Architect");
  const first = window.page.locator(".getting-started-step").filter({ hasText: "Usar un modelo de lenguaje de VS Code" });
  await first.first().waitFor();
  await isSpanish(window, "walkthrough");
  await window.command("Preferences: Open Settings (UI)");
  await window.page.keyboard.type("@ext:architect-lsp.architect");
  await window.page.locator(".setting-item-description", { hasText: "Controla cuándo se revisan" }).first().waitFor();
  await isSpanish(window, "settings");
});
