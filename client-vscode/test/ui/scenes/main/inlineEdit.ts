import assert from "node:assert/strict";

import { edits, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { longScene } from "../../run";
import { appears } from "../../window";

const FILE = "ledger/report.py";
const WORDS = "call it parts";
/** From the selection to its change: a chord, the words, and a key that sends them. */
const KEYS = ["Control+KeyK", "Alt+KeyI", WORDS, "Enter"];
const MOST_KEYS = 5;

longScene("a selection is changed with five keys at most, in an input of its own below it", async (window) => {
  window.modelGives(reads(FILE), edits(FILE, "shares = split", "parts = split"), says("Renamed."));
  await window.openFile(FILE);
  await window.goToLine(13);
  await window.page.keyboard.press("Shift+ArrowDown");
  assert.ok(KEYS.length <= MOST_KEYS);
  const [first, second, words, send] = KEYS as [string, string, string, string];
  const input = window.page.locator(".review-widget .comment-form .monaco-editor");
  const focused = window.page.locator(".review-widget .comment-form .monaco-editor.focused");
  // A key does nothing before VS Code knows that it is possible here.
  await until("the input below the selection", async () => {
    await window.page.keyboard.press(first);
    await window.page.keyboard.press(second);
    return await appears(focused, 5_000);
  });
  await window.page.keyboard.type(words);
  await input.filter({ hasText: "parts" }).waitFor();
  await window.page.keyboard.press(send);
  await window.editorShows("parts = split");
  await window.page.locator(".review-widget").waitFor({ state: "detached" });
  await window.page.locator(".codelens-decoration", { hasText: "Undo" }).first().waitFor();
});
