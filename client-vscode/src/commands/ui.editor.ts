/** The editor as commands need it. */

import {
  CodeAction,
  Position,
  Range,
  Uri,
  commands,
  env,
  window,
  workspace,
  type Command,
  type QuickPickItem,
} from "vscode";

import { shownPreview, type PreviewDocuments } from "../confirm/previewDocuments.editor";
import { repositoryAt } from "../git.editor";
import { t } from "../l10n";
import { notification } from "../notification.editor";
import { escapeLinks } from "../escapeLinks";
import type { JsonObject, WireRange } from "../protocol/generated";
import { escapeControls, oneLine, truncate, escapeIcons } from "../displayText";
import { activeDocument, activeEditor } from "./activeDocument.editor";
import { pickPrompt, pickTask } from "./promptPick.editor";
import { readNow, textOf } from "./texts.editor";
import { showError } from "./showError";
import type { Button, Item, MessageLevel, ServerAction, Ui } from "./ui";

const TASKS = "architect";

export function editorUi(previews: PreviewDocuments): Ui {
  const ui: Ui = {
    active: activeDocument,
    folders: () =>
      (workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name })),
    pick,
    prompt: pickPrompt,
    task: pickTask,
    input: async (title, placeholder, value = "") =>
      window.showInputBox({ title, placeHolder: placeholder, value, ignoreFocusOut: true }),
    confirm: async (message, detail, buttons) =>
      window.showWarningMessage(escapeControls(message), { modal: true, detail: escapeControls(detail) }, ...buttons),
    showMessage: (level, message, buttons = []) => {
      showMessage(ui, level, message, buttons);
    },
    reveal,
    ...diffs(previews),
    readNow,
    textOf: (uri) => textOf(Uri.parse(uri)),
    selectionActions,
    nameOf: (uri) => workspace.asRelativePath(Uri.parse(uri)),
    repository: repositoryAt,
    saveText,
    copy: async (text) => env.clipboard.writeText(text),
    openSettings,
    execute: async (command, ...args) => commands.executeCommand(command, ...args),
  };
  return ui;
}

/** In a window on another machine those of the user are not shown where ours are read: with that machine's. */
async function openSettings(query: string): Promise<void> {
  const isRemote = env.remoteName !== undefined;
  await commands.executeCommand(`workbench.action.open${isRemote ? "Remote" : ""}Settings`, { query });
}

type Diffs = Pick<Ui, "showSides" | "showChanges" | "subjectOfDiff" | "changedText" | "closeDiff" | "showText">;

function diffs(previews: PreviewDocuments): Diffs {
  let shown = 0;
  return {
    showSides: async (title, sides, subject) => {
      shown += 1;
      const kind = subject?.hunkId === undefined ? "changes" : subject.isProposed === true ? "proposal" : "hunk";
      await previews.showSides(`${kind}-${String(shown)}`, title, sides, subject);
    },
    showChanges: async (title, files) => {
      shown += 1;
      await previews.showChanges(`changes-${String(shown)}`, title, files);
    },
    subjectOfDiff: (argument) => {
      const uri = argument instanceof Uri ? argument : shownPreview();
      return uri === undefined ? undefined : previews.subjectOf(uri);
    },
    changedText: (requestId) => previews.changedText(requestId),
    closeDiff: async (argument) => {
      const uri = argument instanceof Uri ? argument : shownPreview();
      if (uri !== undefined) {
        await previews.closeWith(uri);
      }
    },
    showText: async (name, text) => {
      shown += 1;
      await previews.showText(`text-${String(shown)}`, name, text);
    },
  };
}

function showMessage(ui: Ui, level: MessageLevel, message: string, buttons: readonly Button[]): void {
  const text = escapeLinks(truncate(escapeControls(message).replace(/\s+/g, " "), 500));
  const labels = buttons.map((button) => button.label);
  const pressed = async () => {
    // One that cannot be shown, as when the window goes, is no error to show.
    const label = await notification(level, `Architect: ${text}`, labels).catch(() => undefined);
    return buttons.find((button) => button.label === label)?.act();
  };
  pressed().catch((error: unknown) => {
    showError(ui, error);
  });
}

async function pick<T>(items: readonly Item<T>[], title: string): Promise<T | undefined> {
  const shown = items.map((item): QuickPickItem & { item: Item<T> } => ({
    label: escapeIcons(oneLine(item.label, 200)),
    description: escapeIcons(oneLine(item.description ?? "", 200)),
    detail: escapeIcons(oneLine(item.detail ?? "", 300)),
    item,
  }));
  const options = {
    title: oneLine(title, 160),
    ignoreFocusOut: true,
    matchOnDescription: true,
  };
  return (await window.showQuickPick(shown, options))?.item.value;
}

async function reveal(uri: string, range: WireRange): Promise<void> {
  const place = new Position(range.start.line, range.start.character);
  const selection = new Range(place, place);
  await window.showTextDocument(Uri.parse(uri), { selection });
}

async function saveText(name: string, text: string): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const place = folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) };
  const file = await window.showSaveDialog({ ...place, saveLabel: t("Export") });
  if (file !== undefined) {
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await window.showTextDocument(file);
  }
}

async function selectionActions(): Promise<readonly ServerAction[]> {
  const editor = activeEditor();
  if (editor === undefined) {
    return [];
  }
  const found = await commands.executeCommand<(Command | CodeAction)[]>(
    "vscode.executeCodeActionProvider",
    editor.document.uri,
    editor.selection,
    TASKS,
  );
  return found.flatMap(serverAction);
}

function serverAction(action: Command | CodeAction): readonly ServerAction[] {
  const command = action instanceof CodeAction ? action.command : action;
  const argument = (command?.arguments as readonly unknown[] | undefined)?.[0];
  if (command === undefined || typeof argument !== "object" || argument === null) {
    return [];
  }
  return [{ title: action.title, command: command.command, argument: argument as JsonObject }];
}
