import assert from "node:assert/strict";

import { until } from "../../../until";
import { openRun } from "../../openRun";
import { longSequel, sequel } from "../../run";

sequel("a run is cancelled in its notification", async (window) => {
  window.modelGives({ text: "Too late.", delay_s: 100 });
  await window.runTask("take your time");
  await window.closeChat();
  const toast = window.toast("take your time");
  const cancel = toast.getByRole("button", { name: "Cancel" });
  await cancel.waitFor();
  // A click on what is drawn anew between its two halves does nothing.
  await until("the end of the notification", async () => {
    await cancel.click({ timeout: 5_000 }).catch(() => undefined);
    return await toast.isHidden();
  });
  await openRun(window, "take your time");
  await window.said("Cancelled").waitFor();
  assert.equal(await window.webview.getByText("Too late.").count(), 0);
});

longSequel("Enter takes what is typed, however fast, and an earlier task where that is chosen", async (window) => {
  window.modelGives({ text: "All right." });
  const begun = window.webview.locator(".task-text");
  for (const task of ["name the parts", "sort the parts", "name the parts", "parts"]) {
    await window.runTask(task);
    await begun.filter({ hasText: new RegExp(`^${task}$`) }).waitFor();
    await window.webview.locator(".outcome").waitFor();
  }
  await window.command("Architect: Run Task...");
  await window.page.locator(".quick-input-widget:visible").getByText("Task for the workspace").waitFor();
  await window.page.keyboard.type("sort");
  const first = window.page.locator(".quick-input-list .monaco-list-row.focused");
  await first.filter({ hasText: "sort", hasNotText: "the parts" }).waitFor();
  await window.page.keyboard.press("ArrowDown");
  await window.page.keyboard.press("Enter");
  await begun.filter({ hasText: /^sort the parts$/ }).waitFor();
});

longSequel("how hard the model thinks is chosen for one run, and what it thinks can be read", async (window) => {
  window.modelGives({ reasoning: "Is it a trap?", text: "It is none." });
  await window.command("Architect: Run Task...");
  await window.page.locator(".quick-input-widget:visible .codicon-lightbulb").click();
  await window.pick("max");
  await window.answerInputOf("(reasoning: max)", "look at it");
  await window.webview.getByText("It is none.").first().waitFor();
  const thought = window.webview.locator(".reasoning");
  assert.equal(await thought.getByText("Is it a trap?").isVisible(), false);
  await thought.getByText(/^Thought/).click();
  await thought.getByText("Is it a trap?").waitFor();
});

sequel("what the model says is text, whatever it says", async (window) => {
  const html = '<img src="x" onerror="document.title = 1"><script>document.title = 1</script>';
  const link = "[press](command:workbench.action.closeWindow) and [this](javascript:alert(1))";
  window.modelGives({ text: `${html}\n\n${link}\n\n\u202eevil\u202c is told.` });
  await window.runTask("be evil");
  await window.said("is told.").waitFor();
  await window.said("<img src=").waitFor();
  assert.equal(await window.webview.locator("img").count(), 0);
  assert.equal(await window.webview.locator("body script:not([nonce])").count(), 0);
  const links = await window.webview.locator("a").evaluateAll((all) => all.map(String));
  assert.deepEqual(links.filter((each) => /^(command|javascript):/.test(each)), []);
  const shown = await window.webview.locator("body").innerText();
  assert.equal(shown.includes("\u202e"), false);
});

sequel("the agent asks, is answered in its card, and shows what it sends out", async (window) => {
  const question = { question: "Which parts shall be sorted?", options: ["All of them", "The large ones"] };
  const task = { task: "Find the parts", agent_type: "explore" };
  const steps = [{ step: "Ask which", status: "in_progress" }, { step: "Sort them", status: "pending" }];
  window.modelGives(
    { calls: [{ name: "update_plan", arguments: { steps } }, { name: "ask_user", arguments: question }] },
    { calls: [{ name: "dispatch_subagent", arguments: task }, { name: "list_files", arguments: {} }] },
    { text: "Sorted." },
  );
  await window.runTask("sort the parts");
  const card = window.webview.locator(".question[data-open=true]");
  await card.getByText("Which parts shall be sorted?").waitFor();
  await card.getByRole("button", { name: "The large ones" }).waitFor();
  await window.webview.getByText("Waiting for your answer", { exact: true }).waitFor();
  assert.equal(await window.webview.locator(".call").filter({ hasText: /update_plan|ask_user/ }).count(), 0);
  await window.picture("question");
  await card.getByLabel("Your answer").fill("those of wood");
  await card.getByRole("button", { name: "Answer", exact: true }).click();
  await window.said("Sorted.").waitFor();
  await window.said("Asked: Which parts shall be sorted?").waitFor();
  const call = window.webview.locator(".call").filter({ hasText: "dispatch_subagent" }).first();
  await call.locator("summary").click();
  await call.getByText(/explore agent, done, 1 call/).waitFor();
  await call.getByText("list_files .").waitFor();
});

longSequel("a command in the background is stopped by its button", async (window) => {
  const server = { command: "echo listening; sleep 600", background: true };
  window.modelGives(
    { calls: [{ name: "run_command", arguments: server }] },
    { calls: [{ name: "command_output", arguments: { handle: "bg1", wait_s: 60 } }] },
    { text: "It was stopped." },
  );
  await window.runTask("start the server");
  const call = window.webview.locator(".call").filter({ hasText: "sleep 600" }).first();
  await call.getByText("Running in the background as bg1").waitFor();
  await call.getByText("running in the background", { exact: true }).waitFor();
  await call.getByRole("button", { name: "Stop the command bg1" }).click();
  await window.said("It was stopped.").waitFor();
  await call.getByText("stopped", { exact: true }).waitFor();
});

longSequel("a command that is kept goes on after its run, until it is stopped", async (window) => {
  const server = { command: "echo listening; sleep 601", background: true };
  window.modelGives(
    { calls: [{ name: "run_command", arguments: server }] },
    { calls: [{ name: "command_output", arguments: { handle: "bg1", wait_s: 20 } }] },
    { text: "It runs." },
  );
  await window.runTask("start it for me");
  const call = window.webview.locator(".call").filter({ hasText: "sleep 601" }).first();
  await call.getByRole("button", { name: "Keep the command bg1 running after the run" }).click();
  await call.getByText("Kept running as bg1, also after the run").waitFor();
  await window.said("It runs.").waitFor();
  await call.getByText("kept running", { exact: true }).waitFor();
  await call.getByRole("button", { name: "Stop the command bg1" }).click();
  await call.getByText("stopped", { exact: true }).waitFor();
});
