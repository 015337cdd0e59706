import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { shownDiff } from "../../editor";
import { edits, says } from "../../model";
import { running } from "../../processes";
import { longScene, scene } from "../../run";
import type { Stage } from "../../stage";

const STEP = ["end\n", "more\nend\n"] as const;

/** In the files of the user, without the view in sight. */
async function startLoop(stage: Stage, task: string, checks: readonly string[]): Promise<void> {
  stage.inputs.enter(task, ...checks, "", "In My Files");
  await vscode.commands.executeCommand("architect.ui.startLoop");
  await vscode.commands.executeCommand("workbench.action.closeSidebar");
}

scene("a loop changes what is open until its check passes, and its end is told", async (stage) => {
  const editor = await stage.open("one.txt", "end\n");
  const file = stage.path("one.txt");
  await stage.modelGives(edits(file, ...STEP), says("One more."));
  await startLoop(stage, "write two more lines", [`test $(grep -c more ${file}) -eq 2`]);
  const told = await stage.messages.with("Loop “write two more lines” is done");
  assert.match(told.text, /all checks passed after 2 iterations/);
  assert.deepEqual(told.buttons, ["Show"]);
  await stage.textBecomes(editor.document, "more\nmore\nend\n");
  stage.inputs.enter("Iteration 2");
  await vscode.commands.executeCommand("architect.ui.showUnitChanges");
  const { before, after } = await shownDiff();
  assert.deepEqual([before, after], ["more\nend\n", "more\nmore\nend\n"]);
});

longScene("a loop that is stopped starts its iteration again when it is resumed", async (stage) => {
  const editor = await stage.open("one.txt", "end\n");
  const file = stage.path("one.txt");
  const gate = stage.gate();
  await stage.modelGives(edits(file, ...STEP), gate.wait, says("One more."));
  await startLoop(stage, "write one more line", [`grep -q more ${file}`]);
  const waits = () => running(`cat ${gate.path}`);
  await until("the command", waits);
  await vscode.commands.executeCommand("architect.ui.stopWorkflow");
  await stage.messages.with("write one more line”: Cancelled");
  // A moment later it is paused; until then there is nothing to resume.
  await until("the command, again", async () => {
    await vscode.commands.executeCommand("architect.ui.resumeWorkflow");
    return waits();
  });
  await vscode.commands.executeCommand("workbench.action.closeSidebar");
  await gate.open();
  await stage.messages.with("Loop “write one more line” is done");
  await stage.textBecomes(editor.document, "more\nend\n");
});
