import assert from "node:assert/strict";
import * as vscode from "vscode";

import { reading, until } from "../../../until";
import { hasDiff, select, shownDiff } from "../../editor";
import { journals } from "../../journals";
import { commands, edits, reads, says, writes } from "../../model";
import { isAlive, running } from "../../processes";
import { longScene, scene } from "../../run";

const TEXT = "a = 1\nb = 2\nc = 3\n";
const EDITED = "a = 1\nb = 22\nc = 3\n";

scene("from the selection over the diff and the command to the end", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  const edit = edits(file, "b = 2\n", "b = 22\n");
  await stage.modelGives(reads(file), edit, commands(`python3 ${file}`), says("Done."));
  await stage.set("review", "confirm");
  select(editor, 1);
  await stage.runOnSelection("double b");

  const question = await stage.messages.with("/one.py (+1 -1)?");
  const diff = await shownDiff();
  assert.equal(diff.before, TEXT);
  assert.equal(diff.after, EDITED);
  assert.equal(editor.document.getText(), TEXT);
  question.answer("Allow Once");

  await stage.messages.press("python3", "Allow Once");
  await stage.ends("double b", "Done");
  assert.equal(editor.document.getText(), EDITED);
  assert.equal(stage.onDisk("one.py"), EDITED);
  assert.equal(editor.document.isDirty, false);
  await until("the end of the diff", () => !hasDiff());
});

scene("a denial with a note changes nothing", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  await stage.modelGives(reads(file), edits(file, "b = 2\n", "b = 22\n"), says("Then not."));
  await stage.set("review", "confirm");
  select(editor, 1);
  await stage.runOnSelection("double b");
  const question = await stage.messages.with("/one.py (+1 -1)?");
  stage.inputs.enter("b is right");
  question.answer("Deny...");
  await stage.messages.with("“double b” is only partly done. An action was denied.");
  assert.equal(editor.document.getText(), TEXT);
});

scene("a question that is closed stays open and is answered by keys", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  await stage.modelGives(reads(file), edits(file, "b = 2\n", "b = 22\n"), says("Done."));
  await stage.set("review", "confirm");
  select(editor, 1);
  await stage.runOnSelection("double b");
  (await stage.messages.with("/one.py (+1 -1)?")).answer(undefined);
  await reading();
  await vscode.commands.executeCommand("architect.ui.answer", { choice: "once" });
  await stage.ends("double b", "Done");
  assert.equal(editor.document.getText(), EDITED);
});

scene("cancelling ends the run and its command", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const gate = stage.gate();
  await stage.modelGives(gate.wait, says("Done."));
  select(editor, 1);
  await stage.runOnSelection("wait here");
  const waiting = await until("the command", () => running(`cat ${gate.path}`));
  const progress = await until("the progress", () => {
    return stage.messages.progress.find((each) => each.title.includes("wait here"));
  });
  progress.cancel();
  await stage.ends("wait here", "Cancelled");
  assert.equal(isAlive(waiting), false);
});

scene("what is typed during a run stays", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  const gate = stage.gate();
  const edit = edits(file, "b = 2\n", "b = 22\n");
  await stage.modelGives(reads(file), gate.wait, edit, says("Done."));
  select(editor, 1);
  await stage.runOnSelection("double b");
  await until("the command", () => running(`cat ${gate.path}`));
  editor.selection = new vscode.Selection(0, 0, 0, 0);
  await vscode.commands.executeCommand("type", { text: "# typed\n" });
  await gate.open();
  await stage.ends("double b", "Done");
  assert.equal(editor.document.getText(), `# typed\n${EDITED}`);
});

scene("what is not saved is what the model reads and edits", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  await editor.edit((change) => {
    change.insert(new vscode.Position(1, 0), "mine = 5\n");
  });
  const file = stage.path("one.py");
  await stage.modelGives(reads(file), edits(file, "mine = 5\n", "mine = 6\n"), says("Done."));
  select(editor, 1);
  await stage.runOnSelection("more");
  await stage.ends("more", "Done");
  assert.equal(editor.document.getText(), "a = 1\nmine = 6\nb = 2\nc = 3\n");
  assert.equal(stage.onDisk("one.py"), TEXT);
});

longScene("an untitled document can be asked about", async (stage) => {
  const document = await vscode.workspace.openTextDocument({ content: TEXT, language: "python" });
  const editor = await vscode.window.showTextDocument(document);
  await stage.modelGives(says("It sets three names."));
  select(editor, 1);
  await stage.runOnSelection("what is this");
  await stage.ends("what is this", "Done");
  assert.equal(document.getText(), TEXT);
  assert.equal(document.isUntitled, true);
});

scene("a new file is created and the run is undone", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  const made = writes(stage.path("two.py"), "d = 4\n");
  await stage.modelGives(reads(file), edits(file, "b = 2\n", "b = 22\n"), made, says("Done."));
  select(editor, 1);
  await stage.runOnSelection("make two");
  await stage.ends("make two", "Done");
  assert.equal(stage.onDisk("two.py"), "d = 4\n");
  stage.inputs.enter("make two");
  const undoing = vscode.commands.executeCommand("architect.ui.undoRun");
  await stage.messages.press("Undo “make two”?", "Undo");
  await undoing;
  await stage.messages.with("Changes undone in 2 files");
  assert.equal(editor.document.getText(), TEXT);
  assert.throws(() => stage.onDisk("two.py"), /ENOENT/);
});

scene("the files go back to a step, with what was typed since", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  const made = writes(stage.path("two.py"), "d = 4\n");
  await stage.modelGives(reads(file), edits(file, "a = 1\n", "a = 11\n"), made, says("Done."));
  select(editor, 1);
  await stage.runOnSelection("two steps");
  await stage.ends("two steps", "Done");
  await editor.edit((edit) => {
    edit.insert(new vscode.Position(3, 0), "mine = 5\n");
  });
  const runId = (await journals()).flatMap((text) => /^{"run_id":"([^"]+)"[^\n]*"task":"two steps"/.exec(text)?.[1] ?? [])[0];
  stage.inputs.enter("step 2");
  const restoring = vscode.commands.executeCommand("architect.ui.restoreCheckpoint", { runId });
  await stage.messages.press("Restore the files as they were at this checkpoint?", "Restore");
  await restoring;
  assert.equal(editor.document.getText(), `${TEXT.replace("a = 1", "a = 11")}mine = 5\n`);
  assert.throws(() => stage.onDisk("two.py"), /ENOENT/);
});
