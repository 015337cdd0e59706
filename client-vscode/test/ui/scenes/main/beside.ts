import assert from "node:assert/strict";

import { says } from "../../../host/model";
import { until } from "../../../until";
import { longScene } from "../../run";

longScene("a file of the explorer is attached to the chat, and source control gets a commit message", async (window) => {
  window.modelGives(says("Describe the ledger"));
  await window.openFile("ledger/split.py");
  const file = window.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "README.md" });
  await window.openSubmenuOf(file, "Architect", "Attach File to Chat");
  await window.pickInMenu("Attach File to Chat");
  await window.webview.locator(".chip", { hasText: "README.md" }).first().waitFor();

  window.write("README.md", "# The ledger\n");
  await window.page.keyboard.press("Control+Shift+KeyG");
  const side = window.page.locator(".sidebar");
  await side.getByRole("button", { name: "Generate Commit Message" }).first().click();
  await until("the message", async () => {
    const lines = await side.locator(".scm-editor .view-line").allTextContents();
    return lines.join("\n").replaceAll("\u00a0", " ").includes("Describe the ledger");
  });
  assert.equal(window.onDisk("README.md"), "# The ledger\n");
});
