import assert from "node:assert/strict";

import { edits, Gate, reads, says } from "../../../host/model";
import { newestServer } from "../../../host/processes";
import { resultsFolder } from "../../../scenes";
import { until } from "../../../until";
import { longScene } from "../../run";
import type { Window } from "../../window";

const FILE = "ledger/split.py";

/** What the head of the chat says from now on, as a page it is asked of later. */
async function recordHead(window: Window): Promise<() => Promise<readonly string[]>> {
  const head = window.webview.locator("header .state");
  await head.evaluate((shown) => {
    const said = [shown.textContent];
    new MutationObserver(() => {
      if (said.at(-1) !== shown.textContent) said.push(shown.textContent);
      (shown as HTMLElement).dataset["said"] = said.join("; ");
    }).observe(shown, { childList: true, characterData: true, subtree: true });
  });
  return async () => ((await head.getAttribute("data-said")) ?? "").split("; ");
}

longScene("a server that is killed while its run is in sight is told once, and the session goes on", async (window) => {
  const gate = new Gate(window.file("gate"), "gate");
  window.modelGives(reads(FILE), edits(FILE, "share = total", "part = total"), gate.wait, says("Too late."));
  await window.openFile(FILE);
  await window.runTask("rename it");
  await window.webview.locator(".call").filter({ hasText: "cat gate" }).first().waitFor();
  const field = window.webview.getByLabel("Message to the agent");
  await field.fill("and then the README");
  await field.press("Enter");
  const queued = window.webview.locator(".queued");
  await queued.getByText("Queued: and then the README").waitFor();
  // Its command waits for files to be saved at first.
  await window.webview.locator("header .state", { hasText: "Running" }).waitFor();

  const server = newestServer(resultsFolder());
  assert.ok(server !== undefined);
  const heads = await recordHead(window);
  process.kill(server, "SIGKILL");
  const told = window.webview.locator(".toast", { hasText: "The server exited unexpectedly" });
  await told.waitFor();
  await window.pictureAsIs("server-exited");
  const ending = window.webview.locator(".outcome");
  await ending.getByRole("button", { name: "Resume" }).waitFor();
  await window.pictureAsIs("server-exited-ended");
  const [begun, ...later] = await heads();
  assert.equal(begun, "Running");
  assert.ok(!later.includes("Running") && later.includes("Server disconnected"), later.join("; "));
  await queued.getByText("Not sent").waitFor();
  assert.equal(await window.page.locator(".notification-toast").count(), 0);
  assert.equal(await window.webview.getByText("exited unexpectedly").count(), 1);
  await window.page.locator(".codelens-decoration a").filter({ hasText: /^Undo$/ }).first().waitFor();

  await window.modelBecomes(says("It is renamed."));
  await field.fill("is it done?");
  await field.press("Enter");
  await window.said("It is renamed.").waitFor();
  await until("the end", async () => (await ending.count()) === 2);
  await window.pictureAsIs("server-exited-after");
  assert.equal(await told.isVisible(), false);
  await window.webview.getByRole("button", { name: "Undo Run..." }).click();
  await window.confirms("Undo “rename it”?", "Undo");
  await window.editorShows("share = total");
});
