import assert from "node:assert/strict";

import { edits, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { longSequel, scene } from "../../run";
import { appears, type Window } from "../../window";

const FILE = "ledger/split.py";

/** A key does nothing before VS Code knows that it is possible here. */
async function chord(window: Window, second: string, done: () => Promise<boolean>): Promise<void> {
  await until(`what Ctrl+K ${second} does`, async () => {
    await window.page.keyboard.press("Control+KeyK");
    await window.page.keyboard.press(second);
    return await done();
  });
}

/** The roles and names by which screen readers know what Tab leads to, up to the button that sends. */
async function tabsToSend(window: Window): Promise<readonly string[]> {
  const all: string[] = [];
  while (!(all.at(-1) ?? "").includes("Send") && all.length < 12) {
    await window.page.keyboard.press("Tab");
    const [first = ""] = (await window.webview.locator(":focus").ariaSnapshot()).split("\n");
    all.push(first.replace(/^- |:.*$/g, ""));
  }
  return all;
}

/** By the key of every editor, which VS Code must not take for its own there. */
async function finds(window: Window, text: string): Promise<void> {
  await window.page.keyboard.press("Control+KeyF");
  const bar = window.webview.getByLabel("Find in the chat");
  await bar.and(window.webview.locator(":focus")).waitFor();
  await window.page.keyboard.type(text);
  await window.webview.locator(".find-count", { hasText: "1 of 1" }).waitFor();
  await window.picture("keyboard-find");
  await window.page.keyboard.press("Escape");
  await bar.waitFor({ state: "hidden" });
}

scene("a selection goes to the chat, comes back as a change and is kept, without a mouse", async (window) => {
  window.modelGives(reads(FILE), edits(FILE, "share = total", "part = total"), says("Renamed."));
  await window.openFile(FILE);
  await window.goToLine(11);
  await window.page.keyboard.press("Shift+ArrowDown");
  await chord(window, "Alt+KeyL", () => appears(window.webview.locator(".chip", { hasText: "split.py:11" }).first(), 5_000));
  const field = window.webview.getByLabel("Message to the agent");
  await field.and(window.webview.locator(":focus")).waitFor();
  await window.page.keyboard.type("call it part");
  const names = await tabsToSend(window);
  for (const name of ["Attach files", "combobox \"Mode\"", "combobox \"Reasoning effort\"", "button \"Send\""]) {
    assert.ok(names.some((each) => each.includes(name)), `no ${name} in ${names.join(", ")}`);
  }
  await window.page.keyboard.press("Enter");
  await window.said("Renamed.").waitFor();
  await finds(window, "Renamed");
  const lens = window.page.locator(".codelens-decoration", { hasText: "Undo" }).first();
  await lens.waitFor();
  await field.focus();
  const editor = window.page.locator(".editor-instance .monaco-editor.focused").first();
  await until("the focus in the editor", async () => {
    await window.page.keyboard.press("Escape");
    return await appears(editor, 5_000);
  });
  await window.picture("keyboard-change");
  await chord(window, "Alt+ArrowDown", () => appears(window.page.locator(".statusbar-item", { hasText: "Ln 11" }), 5_000));
  const isKept = () => lens.waitFor({ state: "detached", timeout: 5_000 }).then(() => true, () => false);
  await chord(window, "Alt+KeyK", isKept);
  assert.ok((await window.shownText()).includes("part = total"));
});

longSequel("model, mode, agent and effort are chosen below the input by keys, and the run has them", async (window) => {
  window.modelGives(says("All right."));
  await window.command("Architect: New Chat");
  const field = window.webview.getByLabel("Message to the agent");
  await field.fill("look around");
  await window.webview.locator("button.model").focus();
  await window.page.keyboard.press("Enter");
  await window.titled("Select the model of this chat");
  await window.page.keyboard.press("Escape");
  await field.and(window.webview.locator(":focus")).waitFor();
  for (const [name, value] of [["Mode", "ask"], ["Agent", "explain"], ["Reasoning effort", "high"]] as const) {
    const select = window.webview.getByLabel(name, { exact: true });
    await select.focus();
    await window.page.keyboard.press("Home");
    await until(`${name} ${value}`, async () => {
      if ((await select.inputValue()) === value) return true;
      await window.page.keyboard.press("ArrowDown");
      return false;
    });
  }
  await window.picture("picker-row");
  await field.press("Enter");
  await window.said("All right.").waitFor();
  await window.webview.locator(".outcome").waitFor();
  await window.webview.locator(".task").getByText("explain").first().waitFor();
});
