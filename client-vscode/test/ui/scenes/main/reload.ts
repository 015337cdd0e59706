import assert from "node:assert/strict";

import { commands, edits, Gate, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { longSequel, scene } from "../../run";
import { row, view } from "../../sideBar";
import { appears, type Window } from "../../window";

const FILE = "ledger/split.py";
/** For all that begins anew when a window is reloaded. */
const SLOW_MS = 100_000;
const COMMAND = "python3 -m unittest";

async function reload(window: Window): Promise<void> {
  const loaded = window.page.waitForEvent("load");
  await window.command("Developer: Reload Window");
  await loaded;
  await window.ourView.waitFor();
}

scene("a reload in the middle of a question: its run was interrupted, which is told once, what was queued is there, and it is resumed", async (window) => {
  window.modelGives(reads(FILE), edits(FILE, "share = total", "part = total"), commands(COMMAND), says("All pass."));
  await window.openFile(FILE);
  await window.ourView.click();
  await window.runTask("try the tests");
  const open = window.webview.locator(".question[data-open=true]");
  await open.getByRole("button", { name: "Allow Once" }).waitFor();
  const lens = window.page.locator(".codelens-decoration a");
  await lens.filter({ hasText: /^Undo$/ }).first().waitFor();
  const field = window.webview.getByLabel("Message to the agent");
  await field.fill("and then the README");
  await field.press("Enter");
  const queued = window.webview.locator(".queued li").filter({ hasText: "and then the README" });
  await queued.filter({ hasText: "Queued" }).waitFor();
  await reload(window);
  const ending = window.webview.locator(".outcome").filter({ hasText: "The window was closed or reloaded" });
  await ending.waitFor({ timeout: SLOW_MS });
  assert.equal(await open.count(), 0);
  await queued.filter({ hasText: "Not sent" }).waitFor();
  assert.equal(await window.webview.getByText("denied").count(), 0);
  await lens.filter({ hasText: /^Undo$/ }).first().waitFor();
  await row(window, "Runs", "try the tests").getByText(/interrupted/i).waitFor();
  await view(window, "Sessions").locator(".pane-header").click();
  await row(window, "Sessions", "try the tests").getByText(/interrupted/i).waitFor();

  await window.modelBecomes(commands(COMMAND), says("All pass."));
  await ending.getByRole("button", { name: "Resume" }).click();
  await open.getByRole("button", { name: "Allow Once" }).click();
  await window.said("All pass.").waitFor();
  await queued.getByRole("button", { name: "Edit" }).click();
  await queued.waitFor({ state: "hidden" });
  assert.equal(await field.inputValue(), "and then the README");
  await lens.filter({ hasText: /^Undo$/ }).first().click();
  await window.editorShows("share = total");
});

scene("what is half written outlives a page that the browser reloads, with its session", async (window) => {
  window.modelGives(says("There are two modules."));
  await window.ourView.click();
  await window.runTask("what is here");
  await window.webview.locator(".outcome").waitFor();
  const field = window.webview.getByLabel("Message to the agent");
  await field.fill("and what is half writ");
  // As one goes on to look at something before it is sent.
  await window.openFile(FILE);
  await window.page.reload();
  await window.ourView.waitFor();
  // VS Code may have lost, too, that the chat was open.
  await until("the conversation", async () => {
    if (await appears(window.said("There are two modules."), 10_000)) return true;
    await window.command("Architect: Open Chat");
    return false;
  });
  await until("the words", async () => (await field.inputValue()) === "and what is half writ");
  await window.command("Architect: New Chat");
  await until("an empty input", async () => (await field.inputValue()) === "");
  await view(window, "Sessions").locator(".pane-header").click();
  await row(window, "Sessions", "what is here").click();
  await until("the words again", async () => (await field.inputValue()) === "and what is half writ");
});

longSequel("a reload in the middle of a command, where no chat is open, is told by one notification, which resumes the run", async (window) => {
  const gate = new Gate(window.file("gate"), "gate");
  await window.modelBecomes(gate.wait, says("Too late."));
  await window.runTask("wait for it");
  await window.webview.locator(".call").filter({ hasText: "cat gate" }).first().waitFor();
  await window.closeChat();
  await reload(window);
  const told = window.toast("was interrupted. The window was closed or reloaded");
  await told.waitFor({ timeout: SLOW_MS });
  await window.pictureAsIs("reloaded-without-chat");
  assert.equal(await window.page.locator(".notification-toast").count(), 1);
  await window.modelBecomes(says("It has come."));
  await told.getByRole("button", { name: "Resume" }).click();
  await window.said("It has come.").waitFor();
  assert.equal(await window.webview.locator(".outcome").filter({ hasText: "The window was closed or reloaded" }).count(), 1);
  assert.equal(await window.webview.locator(".question").count(), 0);
});
