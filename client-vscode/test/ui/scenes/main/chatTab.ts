import assert from "node:assert/strict";

import { says } from "../../../host/model";
import { longSequel } from "../../run";

/** For all that begins anew when a window is reloaded. */
const SLOW_MS = 100_000;

longSequel("the chat as a tab stays where it is when files are opened, and after a reload", async (window) => {
  window.modelGives(says("Gladly."));
  await window.runTask("say one word");
  await window.webview.locator(".outcome").waitFor();
  await window.command("Architect: Open Chat in Editor");
  const tab = window.page.locator(".tab", { hasText: "say one word" });
  await tab.waitFor();
  await window.closeChat();
  await window.webview.locator(".outcome").waitFor();
  for (const file of ["README.md", "ledger/split.py"]) {
    await window.openFile(file);
    await window.said("Gladly.").waitFor();
  }
  const group = window.page.locator(".editor-group-container", { has: tab });
  assert.equal(await group.locator(".tab").count(), 1);

  const field = window.webview.getByLabel("Message to the agent");
  await field.fill("say another");
  await field.press("Enter");
  await window.webview.locator(".outcome").nth(1).waitFor();
  const loaded = window.page.waitForEvent("load");
  await window.command("Developer: Reload Window");
  await loaded;
  await window.ourView.waitFor();
  await window.webview.locator(".outcome").nth(1).waitFor({ timeout: SLOW_MS });
  await window.openFile("tests/test_split.py");
  await window.said("Gladly.").waitFor();
  assert.equal(await group.locator(".tab").count(), 1);
});
