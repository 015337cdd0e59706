import assert from "node:assert/strict";

import { edits, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { takeInLamp } from "../../editors";
import { reviews } from "../../ledger";
import { readmePicture } from "../../readmePicture";
import { longScene, longSequel, scene } from "../../run";
import { expand, press, row } from "../../sideBar";
import { appears } from "../../window";

const FILE = "ledger/split.py";
const FROM = "    share = total_cents // people\n";
const TO = "    share = round(total_cents / people)\n";

longScene("a run of the view is opened and undone, and another one is cancelled", async (window) => {
  window.modelGives(reads(FILE), edits(FILE, FROM, TO), says("It is rounded now."));
  await window.openFile(FILE);
  await window.openViews();
  await window.runTask("round the shares");
  await row(window, "Runs", "Done · 1 file").waitFor();
  await window.closeChat();
  await row(window, "Runs", "round the shares").click();
  await window.said("It is rounded now.").waitFor();
  await row(window, "Runs", "round the shares").click({ button: "right" });
  await window.pickInMenu("Undo Run");
  await window.confirms("Undo “round the shares”?", "Undo");
  await window.toast("Changes undone in 1 file").waitFor();
  assert.ok(window.onDisk(FILE).includes(FROM));

  await window.modelBecomes({ text: "Too late.", delay_s: 100 });
  await window.runTask("think for long");
  await row(window, "Runs", "step 1").waitFor();
  await window.page.locator(".statusbar-item", { hasText: "step 1" }).waitFor();
  await press(row(window, "Runs", "think for long"), "Cancel Run");
  await row(window, "Runs", "cancelled").waitFor();
});

longScene("findings are in the view, in the text and behind the lamp, and are fixed or dismissed", async (window) => {
  window.modelGives(...reviews);
  await window.openFile(FILE);
  await window.command("Architect: Review File");
  await window.openViews();
  await row(window, "Findings", "The remainder is lost").waitFor();
  await window.page.locator(".squiggly-error").first().waitFor();
  await window.goToLine(11);
  await window.openLamp("Fix: The remainder is lost");
  // The mark of what a model does.
  await window.page.locator(".action-widget .codicon-sparkle").first().waitFor();
  await readmePicture(window, "findings", "dark");
  await window.page.keyboard.press("Escape");

  await row(window, "Findings", "A negative amount").click();
  await window.page.locator(".statusbar-item", { hasText: "Ln 4, Col" }).waitFor();
  await window.modelBecomes(reads(FILE), edits(FILE, FROM, TO), says("Fixed."));
  await press(row(window, "Findings", "The remainder is lost"), "Fix");
  await window.editorShows("round(total_cents / people)");
  // The view is made anew when the run ends, perhaps below the mouse.
  await row(window, "Runs", "Done · 1 file").waitFor();
  await press(row(window, "Findings", "A negative amount"), "Dismiss Finding");
  await row(window, "Findings", "A negative amount").waitFor({ state: "detached" });
});

scene("the lamp is opened and answered by keys: code with a finding is fixed, plain code is explained", async (window) => {
  window.modelGives(...reviews);
  await window.openFile(FILE);
  await window.openViews();
  await window.command("Architect: Review File");
  await window.page.locator(".squiggly-error").first().waitFor();
  await window.modelBecomes(reads(FILE), edits(FILE, FROM, TO), says("It is rounded now."));
  await window.goToLine(11);
  await takeInLamp(window, "Fix: The remainder is lost");
  await window.editorShows("round(total_cents / people)");
  await row(window, "Runs", /Fix: The.*Done · 1 file/).waitFor();

  await window.modelBecomes(says("It imports nothing."));
  await window.openFile("tests/test_split.py");
  await window.goToLine(1);
  await window.page.keyboard.press("Shift+ArrowDown");
  await takeInLamp(window, "Explain");
  await window.said("It imports nothing.").waitFor();
});

longSequel("a session of the view goes on, and the output has its levels", async (window) => {
  window.modelGives(says("There are two modules."));
  await window.openViews();
  await window.runTask("what is here");
  await window.webview.locator(".outcome").waitFor();
  await expand(window, "Sessions");
  await press(row(window, "Sessions", "what is here"), "Continue Session with New Task...");
  await window.answerInput("and what else");
  await window.webview.locator(".task-text").filter({ hasText: "and what else" }).waitFor();
  await window.webview.locator(".outcome").nth(1).waitFor();
  await window.command("Architect: Show Output");
  const line = window.page.locator(".output-view .view-line");
  await line.filter({ hasText: "[info] Server" }).waitFor();
  const gear = window.page.locator(".panel").getByRole("button", { name: "Set Log Level" });
  // The menu goes when the bar it hangs from is made anew.
  await until("the levels of the output", async () => {
    await gear.click({ timeout: 2_000 }).catch(() => undefined);
    await appears(window.menu("Trace"), 1_000);
    const offered = await window.page.locator(".monaco-menu .action-item").allTextContents();
    return ["Trace", "Debug", "Info", "Warning", "Error"].every((level) => offered.includes(level));
  });
});
