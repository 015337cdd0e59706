import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { clickLens, lenses, select, shownDiff } from "../../editor";
import { edits, reads, says } from "../../model";
import { longScene, scene } from "../../run";
import type { Stage } from "../../stage";

const TEXT = "a = 1\nb = 2\n";
const CHANGED = "a = 11\nb = 2\n";

async function changed(stage: Stage): Promise<vscode.TextDocument> {
  const editor = await stage.open("one.py", TEXT);
  const path = stage.path("one.py");
  await stage.modelGives(reads(path), edits(path, "a = 1\n", "a = 11\n"), says("Done."));
  select(editor, 0);
  await stage.runOnSelection("change a");
  await stage.ends("change a", "Done");
  await stage.textBecomes(editor.document, CHANGED);
  return editor.document;
}

async function undecided(document: vscode.TextDocument): Promise<boolean> {
  return (await lenses(document.uri)).some(({ title }) => title === "Keep");
}

longScene("all changes of a file are seen beside the file itself, which can be edited there", async (stage) => {
  const document = await changed(stage);
  await vscode.commands.executeCommand("architect.ui.viewAllChanges", { uri: document.uri.toString() });
  const diff = await shownDiff();
  assert.equal(diff.before, TEXT);
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input as vscode.TabInputTextDiff;
  assert.equal(input.modified.toString(), document.uri.toString());
  await vscode.commands.executeCommand("architect.ui.keepAll", { uri: document.uri.toString() });
  await until("nothing to decide", async () => !(await undecided(document)));
  assert.equal(document.getText(), CHANGED);
});

scene("a change is undone in the title of its diff, which closes", async (stage) => {
  const document = await changed(stage);
  await clickLens(document.uri, "Compare");
  await shownDiff();
  await vscode.commands.executeCommand("architect.ui.undoShown");
  await stage.textBecomes(document, TEXT);
  await until("the diff is closed", () => {
    return !(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
  });
});

scene("an edit is allowed in the title of its diff", async (stage) => {
  await stage.set("review", "confirm");
  const editor = await stage.open("two.py", TEXT);
  const path = stage.path("two.py");
  await stage.modelGives(reads(path), edits(path, "a = 1\n", "a = 11\n"), says("Done."));
  select(editor, 0);
  await stage.runOnSelection("ask first");
  const diff = await shownDiff();
  assert.equal(diff.after, CHANGED);
  await vscode.commands.executeCommand("architect.ui.allowShown");
  await stage.textBecomes(editor.document, CHANGED);
  await stage.ends("ask first", "Done");
});

scene("an edit is changed in its diff before it is allowed", async (stage) => {
  await stage.set("review", "confirm");
  const editor = await stage.open("three.py", TEXT);
  const path = stage.path("three.py");
  await stage.modelGives(reads(path), edits(path, "a = 1\n", "a = 11\n"), says("Done."));
  select(editor, 0);
  await stage.runOnSelection("ask and see");
  await shownDiff();
  const { modified } = vscode.window.tabGroups.activeTabGroup.activeTab?.input as vscode.TabInputTextDiff;
  const typing = new vscode.WorkspaceEdit();
  typing.replace(modified, new vscode.Range(0, 0, 0, 6), "a = 333");
  assert.ok(await vscode.workspace.applyEdit(typing));
  await vscode.commands.executeCommand("architect.ui.allowShown");
  await stage.textBecomes(editor.document, "a = 333\nb = 2\n");
  await stage.ends("ask and see", "Done");
  await until("the diff is closed", () => {
    return !(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
  });
});
