import { scene } from "../../run";

scene("the palette has the commands and the activity bar our views", async (window) => {
  await window.offered("Architect: Run a Task...");
  await window.page.keyboard.press("Escape");
  await window.ourView.click();
  await window.page.locator('.pane-header[aria-label^="Runs Section"]').waitFor();
});

scene("the walkthrough offers the ways to a model", async (window) => {
  await window.command("Welcome: Open Walkthrough...");
  await window.answerInput("First steps with Architect");
  const steps = window.page.locator(".getting-started-step");
  for (const step of ["Use a model of VS Code", "API key", "Ollama", "demo"]) {
    await steps.filter({ hasText: step }).first().waitFor();
  }
});
