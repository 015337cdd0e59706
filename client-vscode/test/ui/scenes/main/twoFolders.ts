import assert from "node:assert/strict";

import { commands, edits, Gate, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { openBeside } from "../../folders";
import { longScene } from "../../run";
import { expand, row } from "../../sideBar";
import type { Window } from "../../window";

/** Called the same in both folders, which are `ledger` and this one. */
const FILE = "ledger/split.py";
const BESIDE = "other";
const FROM = "share = total";
const COMMAND = "python3 -m unittest";

/** Give the agent a task in one of the folders, which is asked for where no editor tells it. */
async function runIn(window: Window, folder: string, task: string): Promise<void> {
  await window.command("Architect: Run Task...");
  await window.answerInputOf("Task", task);
  await window.titled("Select a folder");
  await window.pick(folder);
  await row(window, "Runs", task).waitFor();
}

const undoes = async (window: Window, task: string) => {
  await row(window, "Runs", task).click({ button: "right" });
  await window.pickInMenu("Undo Run");
  await window.confirms(`Undo “${task}”?`, "Undo");
};

longScene("two sessions work at the same time, each in its own folder of one window, and are undone there", async (window) => {
  await openBeside(window, BESIDE);
  const there = `../${BESIDE}/${FILE}`;
  const gate = new Gate(window.file("gate"), "gate");
  window.modelGives(reads(FILE), gate.wait, edits(FILE, FROM, "part = total"), says("It is a part."));
  await window.openViews();
  await runIn(window, "ledger", "say part");
  await window.webview.locator(".call").filter({ hasText: "cat gate" }).first().waitFor();

  await window.modelBecomes(reads(FILE), commands(COMMAND), edits(FILE, FROM, "slice = total"), says("It is a slice."));
  await runIn(window, BESIDE, "say slice");
  const question = window.webview.locator(".question[data-open=true]");
  await question.getByRole("button", { name: "Allow Once" }).waitFor();
  await row(window, "Runs", "say slice").getByText("waiting for confirmation").waitFor();
  await row(window, "Runs", "say part").getByText(/step 2/).waitFor();
  await expand(window, "Sessions");
  await row(window, "Sessions", "say slice").getByText("waiting for confirmation").waitFor();
  await row(window, "Sessions", "say part").getByText("running").waitFor();
  await window.picture("two-folders-asks");

  await gate.open();
  await row(window, "Runs", "say part").getByText("ledger · Done · 1 file").waitFor();
  assert.ok(window.onDisk(there).includes(FROM));
  await question.getByRole("button", { name: "Allow Once" }).click();
  await window.said("It is a slice.").waitFor();
  await row(window, "Runs", "say slice").getByText(`${BESIDE} · Done`).waitFor();
  await window.picture("two-folders-changed");
  const texts = () => [window.onDisk(FILE), window.onDisk(there)].map((text) => /(\w+) = total/.exec(text)?.[1]);
  assert.deepEqual(texts(), ["part", "slice"]);

  await undoes(window, "say part");
  await until("the first file as it was", () => texts().join() === "share,slice");
  await row(window, "Changes", FILE).getByText(`${BESIDE} · 1 change`).waitFor();
  await undoes(window, "say slice");
  await until("both files as they were", () => texts().join() === "share,share");
});
