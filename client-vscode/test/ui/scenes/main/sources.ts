import { says } from "../../../host/model";
import { until } from "../../../until";
import { longScene } from "../../run";
import { appears } from "../../window";

const COMMAND = "echo one cent is gone";

longScene("what a terminal wrote, a problem and a test that failed go with the next message", async (window) => {
  window.modelGives(says("All three are seen."));
  await window.command("Architect: New Chat");
  const chip = (text: string) => window.webview.locator(".chip", { hasText: text }).first();

  await window.command("Terminal: Create New Terminal");
  await window.page.locator(".terminal-wrapper.active").waitFor();
  // The shell tells of its commands once it has begun to.
  await until("what the terminal wrote", async () => {
    await window.page.locator(".terminal-wrapper.active").click();
    await window.page.keyboard.type(`${COMMAND}\n`);
    await window.terminalShows("one cent is gone\n");
    await window.command("Architect: Attach Last Command of Terminal to Chat");
    return await appears(chip(`$ ${COMMAND}`), 5_000);
  });

  window.write("rates.json", '{"EUR": }\n');
  await window.openFile("rates.json");
  await window.page.locator(".squiggly-error").first().waitFor();
  await window.goToLine(1);
  await window.page.keyboard.press("End");
  await window.page.keyboard.press("ArrowLeft");
  await window.command("Architect: Attach Problem to Chat");
  await chip("rates.json:1").waitFor();

  await window.command("Fake: Run Failing Test");
  await window.command("Testing: Focus on Test Explorer View");
  const test = window.page.locator(".test-explorer .monaco-list-row", { hasText: "test_split" });
  await test.waitFor();
  await test.click({ button: "right" });
  await window.menu("Fix Failed Test").waitFor();
  await window.pickInMenu("Attach Test to Chat");
  await chip("test_split").waitFor();
  await window.picture("sources");

  const field = window.webview.getByLabel("Message to the agent");
  await field.fill("what do these have in common?");
  await field.press("Enter");
  await window.said("All three are seen.").waitFor();
  const task = window.webview.locator(".task").last();
  for (const name of [COMMAND, "rates.json:1", "test_split"]) await task.getByText(name).first().waitFor();
  await window.picture("sources-sent");
});
