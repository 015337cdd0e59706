import assert from "node:assert/strict";

import { commands, Gate, says, writes } from "../../../host/model";
import { sequel } from "../../run";
import { expand, press, row } from "../../sideBar";

const COMMAND = "python3 -m unittest";
const SLOW = { text: "Too late.", delay_s: 100 };

sequel("of sessions at the same time one asks while another is shown, and one waits and says for what", async (window) => {
  const gate = new Gate(window.file("gate"), "gate");
  window.modelGives(gate.wait, commands(COMMAND), writes("one.txt", "1\n"), says("One is written."));
  await window.openViews();
  await window.runTask("write one");
  await window.webview.locator(".call").filter({ hasText: "cat gate" }).first().waitFor();
  await window.command("Architect: New Chat");
  await window.webview.locator(".call").first().waitFor({ state: "detached" });
  await window.webview.getByText("Also at work: write one").waitFor();

  await window.modelBecomes(writes("two.txt", "2\n"), says("Two is written."));
  const field = window.webview.getByLabel("Message to the agent");
  await field.fill("write two");
  await field.press("Enter");
  await window.said("Two is written.").waitFor();
  await row(window, "Runs", "write one").getByText(/step 1/).waitFor();

  await gate.open();
  const asks = window.webview.locator(".other.asks");
  await asks.filter({ hasText: /“write one” asks: .*unittest/ }).waitFor();
  await row(window, "Runs", "write one").getByText("waiting for confirmation").waitFor();
  await expand(window, "Sessions");
  await row(window, "Sessions", "write one").getByText("waiting for confirmation").waitFor();

  await window.modelBecomes(SLOW);
  for (const task of ["think first", "think second", "think third"]) {
    await window.runTask(task);
    await row(window, "Runs", task).getByText(/step 1/).waitFor();
  }
  await window.runTask("wait a little");
  const waiting = row(window, "Runs", "wait a little");
  await waiting.getByText("Waits for one of 4 runs: write one").waitFor();
  await window.webview.locator(".bar .state").filter({ hasText: "Waits for one of 4 runs: write one" }).waitFor();

  await asks.getByRole("button", { name: /^Show/ }).click();
  await window.webview.locator(".question[data-open=true]").getByRole("button", { name: "Allow Once" }).click();
  await window.said("One is written.").waitFor();
  await waiting.getByText(/step 1/).waitFor();
  for (const task of ["think first", "think second", "think third", "wait a little"]) {
    await press(row(window, "Runs", task), "Cancel Run");
    await row(window, "Runs", task).getByText(/cancelled/i).waitFor();
  }
  assert.deepEqual([window.onDisk("one.txt"), window.onDisk("two.txt")], ["1\n", "2\n"]);
});
