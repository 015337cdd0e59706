import assert from "node:assert/strict";
import * as vscode from "vscode";

/** What the runs of the folder have on record, each as a text. */
export async function journals(): Promise<readonly string[]> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder !== undefined);
  const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, ".architect/sessions/*.jsonl"), null);
  return Promise.all(found.map(async (uri) => String(await vscode.workspace.fs.readFile(uri))));
}
