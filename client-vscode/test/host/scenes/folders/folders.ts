import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";

import { select } from "../../editor";
import { edits, reads, says } from "../../model";
import { servers } from "../../processes";
import { scene } from "../../run";

const TEXT = "a = 1\nb = 2\n";

scene("a run works in the folder that its selection is in", async (stage) => {
  const [first, second] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first && second);
  for (const folder of [first, second]) {
    mkdirSync(path.join(folder.uri.fsPath, "src"), { recursive: true });
    writeFileSync(path.join(folder.uri.fsPath, "src", "one.py"), TEXT);
  }
  const file = vscode.Uri.joinPath(second.uri, "src", "one.py");
  const editor = await vscode.window.showTextDocument(file);
  const edit = edits("src/one.py", "b = 2\n", "b = 22\n");
  await stage.modelGives(reads("src/one.py"), edit, says("Done."));
  select(editor, 1);
  await stage.runOnSelection("double b");
  await stage.ends("double b", "Done");
  assert.equal(editor.document.getText(), "a = 1\nb = 22\n");
  assert.equal(readFileSync(path.join(first.uri.fsPath, "src", "one.py"), "utf8"), TEXT);
  assert.equal(servers().length, 1);
});
