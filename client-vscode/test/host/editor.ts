/** What VS Code shows and offers. */

import * as vscode from "vscode";

import { until } from "../until";

export function select(editor: vscode.TextEditor, line: number): void {
  editor.selection = new vscode.Selection(line, 0, line + 1, 0);
}

/** The diff that is in front; its two sides as text. */
export async function shownDiff(): Promise<{ before: string; after: string; title: string }> {
  const tab = await until("a diff editor", () => {
    const active = vscode.window.tabGroups.activeTabGroup.activeTab;
    return active?.input instanceof vscode.TabInputTextDiff ? active : undefined;
  });
  const { original, modified } = tab.input as vscode.TabInputTextDiff;
  const text = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
  return { before: await text(original), after: await text(modified), title: tab.label };
}

export function hasDiff(): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => tab.input instanceof vscode.TabInputTextDiff);
}

/** Titles and lines, from 0, of the findings in a document. */
export function findings(uri: vscode.Uri): readonly { line: number; message: string }[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter((each) => each.source === "architect")
    .map((each) => ({ line: each.range.start.line, message: each.message }));
}

/** Offered for a range; the lamp offers the same. */
export async function codeActions(
  uri: vscode.Uri,
  range: vscode.Range,
): Promise<readonly vscode.CodeAction[]> {
  return await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
  );
}

/** Do what a click on the action does. */
export async function perform(action: vscode.CodeAction): Promise<void> {
  const { command } = action;
  if (command === undefined) throw new Error(`${action.title} has no command`);
  await vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[]));
}

export async function lenses(uri: vscode.Uri): Promise<readonly vscode.Command[]> {
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    "vscode.executeCodeLensProvider",
    uri,
    100,
  );
  return all.flatMap((lens) => (lens.command === undefined ? [] : [lens.command]));
}

/** Click the `number`th lens with this title, once it is there. */
export async function clickLens(uri: vscode.Uri, title: string, number = 0): Promise<void> {
  const command = await until(`the lens ${title}`, async () => {
    return (await lenses(uri)).filter((lens) => lens.title === title)[number];
  });
  await vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[]));
}
