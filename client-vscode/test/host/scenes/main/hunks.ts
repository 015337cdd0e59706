import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { clickLens, lenses, select, shownDiff } from "../../editor";
import { editorModel, replyWith } from "../../editorModel";
import { call, calls, reads, says } from "../../model";
import { longScene, scene } from "../../run";
import type { Stage } from "../../stage";

const LINES = ["a = 1", ...Array.from({ length: 20 }, (_, n) => `pad_${n} = 0`), "b = 2", ""];
const TEXT = LINES.join("\n");
const BOTH = TEXT.replace("a = 1", "a = 11").replace("b = 2", "b = 22");

async function changed(stage: Stage): Promise<vscode.TextEditor> {
  const editor = await stage.open("one.py", TEXT);
  const path = stage.path("one.py");
  const first = call("edit_file", { path, old_str: "a = 1\n", new_str: "a = 11\n" });
  const second = call("edit_file", { path, old_str: "b = 2\n", new_str: "b = 22\n" });
  await stage.modelGives(reads(path), calls(first), calls(second), says("Done."));
  select(editor, 0);
  await stage.runOnSelection("change both");
  return editor;
}

scene("one change is kept and the other undone", async (stage) => {
  const { document } = await changed(stage);
  await stage.ends("change both", "Done");
  assert.equal(document.getText(), BOTH);
  await clickLens(document.uri, "Undo", 1);
  await stage.textBecomes(document, TEXT.replace("a = 1", "a = 11"));
  await clickLens(document.uri, "Keep");
  await until("no lens", async () => {
    return !(await lenses(document.uri)).some((lens) => lens.title === "Keep");
  });
  assert.equal(document.getText(), TEXT.replace("a = 1", "a = 11"));
});

scene("all changes of a file are undone at once", async (stage) => {
  const { document } = await changed(stage);
  await stage.ends("change both", "Done");
  await clickLens(document.uri, "Undo File");
  await stage.textBecomes(document, TEXT);
});

scene("after one change was undone, undoing the run undoes the other and nothing else", async (stage) => {
  const { document } = await changed(stage);
  await stage.ends("change both", "Done");
  await clickLens(document.uri, "Undo", 1);
  const half = TEXT.replace("a = 1", "a = 11");
  await stage.textBecomes(document, half);
  stage.inputs.enter("change both");
  const undoing = vscode.commands.executeCommand("architect.ui.undoRun");
  const question = await stage.messages.with("Undo “change both”?");
  assert.deepEqual(question.buttons, ["Undo"]);
  assert.equal(document.getText(), half);
  question.answer("Undo");
  await undoing;
  await stage.textBecomes(document, TEXT);
});

scene("what is typed into a change leaves it to be compared and undone", async (stage) => {
  const editor = await changed(stage);
  await stage.ends("change both", "Done");
  await editor.edit((change) => {
    change.insert(new vscode.Position(0, 6), "1");
  });
  await until("the lens", async () => (await lenses(editor.document.uri)).some(({ title }) => title === "Undo Anyway..."));
  await clickLens(editor.document.uri, "Compare");
  assert.equal((await shownDiff()).before, BOTH.replace("a = 11", "a = 1"));
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  const undoing = clickLens(editor.document.uri, "Undo Anyway...");
  await stage.messages.press("and your edits in it?", "Undo Anyway");
  await undoing;
  await stage.textBecomes(editor.document, TEXT.replace("b = 2", "b = 22"));
});

scene("the same task again has one set of lenses", async (stage) => {
  const first = await changed(stage);
  await stage.ends("change both", "Done");
  await first.edit((change) => {
    change.replace(new vscode.Range(0, 0, 100, 0), TEXT);
  });
  await changed(stage);
  await stage.ends("change both", "Done");
  await stage.textBecomes(first.document, BOTH);
  await until("the lenses", async () => {
    const titles = (await lenses(first.document.uri)).map(({ title }) => title);
    return titles.filter((title) => title === "Undo").length === 2 && titles.filter((title) => title === "Undo File").length === 1;
  });
});

longScene("the note of an undo is sent to the model when the session is continued", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const path = stage.path("one.py");
  const model = await editorModel();
  const edit = call("edit_file", { path, old_str: "a = 1\n", new_str: "a = 11\n" });
  const first = [replyWith("I look.", call("read_file", { path })), replyWith("I edit.", edit)];
  model.script([...first, { text: ["Done."] }]);
  await stage.set("model", "vscode");
  select(editor, 0);
  await stage.runOnSelection("change a");
  await stage.ends("change a", "Done");
  stage.inputs.enter("a stays as it is");
  await clickLens(editor.document.uri, "Undo with Note...");
  await stage.textBecomes(editor.document, TEXT);

  model.script([{ text: ["I see."] }]);
  stage.inputs.enter("change a", "what now");
  await vscode.commands.executeCommand("architect.ui.continueSession");
  await stage.ends("what now", "Done");
  const told = model.requests()[0]?.messages.join("\n") ?? "";
  assert.ok(told.includes("a stays as it is"), told);
});

scene("the changes of a run are shown in the diff editor", async (stage) => {
  const { document } = await changed(stage);
  await stage.ends("change both", "Done");
  stage.inputs.enter("change both");
  await vscode.commands.executeCommand("architect.ui.showDiff");
  const diff = await shownDiff();
  assert.equal(diff.before, TEXT);
  assert.equal(diff.after, document.getText());
});

longScene("the keys walk through the changes", async (stage) => {
  const editor = await changed(stage);
  await stage.ends("change both", "Done");
  await until("the lenses of both changes", async () => {
    return (await lenses(editor.document.uri)).filter((lens) => lens.title === "Keep").length === 2;
  });
  editor.selection = new vscode.Selection(3, 0, 3, 0);
  await vscode.commands.executeCommand("architect.ui.nextHunk");
  assert.equal(vscode.window.activeTextEditor?.selection.active.line, 21);
  await vscode.commands.executeCommand("architect.ui.previousHunk");
  assert.equal(vscode.window.activeTextEditor.selection.active.line, 0);
});

scene("a proposal changes nothing until it is accepted", async (stage) => {
  await stage.set("review", "propose");
  const { document } = await changed(stage);
  await stage.ends("change both", "Done");
  assert.equal(document.getText(), TEXT);
  await clickLens(document.uri, "Accept", 1);
  await stage.textBecomes(document, TEXT.replace("b = 2", "b = 22"));
  await clickLens(document.uri, "Discard");
  await until("no lens", async () => {
    return !(await lenses(document.uri)).some((lens) => lens.title === "Discard");
  });
  assert.equal(document.getText(), TEXT.replace("b = 2", "b = 22"));
});
