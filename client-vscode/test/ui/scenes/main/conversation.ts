import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";

import { commands, edits, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { scene } from "../../run";
import type { Window } from "../../window";

const FILE = "ledger/split.py";

/** A named pipe: `cat` of it waits until it is opened. */
function gate(window: Window, name: string): () => Promise<void> {
  execFileSync("mkfifo", [window.file(name)]);
  return () => writeFile(window.file(name), "go on\n");
}

async function send(window: Window, text: string): Promise<void> {
  const field = window.webview.getByLabel("Message to the agent");
  await field.fill(text);
  await field.press("Enter");
}

/** What the user said, in order. */
async function saidByUser(window: Window): Promise<readonly string[]> {
  return await window.webview.locator(".task-text").allTextContents();
}

scene("a run is talked to while it works, and its message is edited, sent again and forked", async (window) => {
  const open = gate(window, "gate");
  window.modelGives(commands("cat gate"), commands("sleep 300"), says("All is read."));
  await window.openFile(FILE);
  await window.runTask("work for long");
  const call = window.webview.locator(".call");
  await call.filter({ hasText: "cat gate" }).first().waitFor();
  await send(window, "mind the cents");
  const queued = window.webview.locator(".queued");
  await queued.getByText("Queued: mind the cents").waitFor();
  await window.picture("queued");
  await open();
  // It stands where the model reads it: behind the step that went on.
  await window.webview.locator(".task-text").filter({ hasText: "mind the cents" }).waitFor();
  await call.filter({ hasText: "sleep 300" }).first().waitFor();
  await send(window, "do not sleep");
  await queued.getByRole("button", { name: "Send Now" }).click();
  await window.said("All is read.").waitFor();
  await window.webview.locator(".outcome").waitFor();
  assert.deepEqual(await saidByUser(window), ["work for long", "mind the cents", "do not sleep"]);

  await window.modelBecomes(reads(FILE), edits(FILE, "share = total", "part = total"), says("Renamed."));
  await send(window, "rename it");
  await window.said("Renamed.").waitFor();
  await window.webview.locator(".outcome").nth(1).waitFor();
  await window.editorShows("part = total");
  await window.modelBecomes(says("I leave it."));
  const last = window.webview.locator(".task").filter({ hasText: "rename it" });
  await last.getByRole("button", { name: /^Edit/ }).click();
  await send(window, "leave it");
  await window.confirms("Edit this message", "Restore Files");
  await window.said("I leave it.").waitFor();
  await window.editorShows("share = total");
  await window.webview.locator(".outcome").nth(1).waitFor();
  assert.deepEqual(await saidByUser(window), ["work for long", "mind the cents", "do not sleep", "leave it"]);

  const first = window.webview.locator(".task").filter({ hasText: "work for long" });
  await first.getByRole("button", { name: /^Fork/ }).click();
  await until("the fork without what came later", async () => !(await saidByUser(window)).includes("leave it"));
  await window.webview.locator(".outcome").waitFor();
});
