import { longScene } from "../../run";

const FIRST = "Say one word";
const SECOND = "Say another";

longScene("a session is continued in its panel, which is there again after a reload", async (window) => {
  window.modelGives({ text: "Gladly." });
  await window.openFile("ledger/split.py");
  await window.command("Architect: Run Task...");
  await window.answerInput(FIRST);
  const panel = window.webview;
  await panel.locator(".outcome").waitFor();
  const field = panel.getByLabel("Message to the agent");
  await field.fill(SECOND);
  await field.press("Enter");
  await panel.locator(".task-text").filter({ hasText: SECOND }).waitFor();
  await panel.locator(".outcome").nth(1).waitFor();
  const loaded = window.page.waitForEvent("load");
  await window.command("Developer: Reload Window");
  await loaded;
  await window.ourView.waitFor();
  await window.webview.locator(".outcome").nth(1).waitFor();
  await window.webview.locator(".task-text").filter({ hasText: FIRST }).waitFor();

  // The views have it too, and open it.
  await window.ourView.click();
  const rows = window.page.locator(".pane .monaco-list-row", { hasText: SECOND });
  await rows.filter({ hasText: "Done" }).first().waitFor();
  await window.closeChat();
  const sessions = window.page.locator(".pane", {
    has: window.page.locator('.pane-header[aria-label^="Sessions Section"]'),
  });
  await sessions.locator(".pane-header").click();
  await sessions.locator(".monaco-list-row", { hasText: FIRST }).first().click();
  await window.webview.locator(".outcome").nth(1).waitFor();
});
