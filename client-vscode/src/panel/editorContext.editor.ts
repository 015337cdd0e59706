/** What of the editor goes along with messages, and what a chat does in it. */

import path from "node:path";

import { Uri, ViewColumn, commands, env, window, workspace } from "vscode";

import { selectionOrFile } from "../attach/attachments";
import { activeDocument, activeEditor } from "../commands/activeDocument.editor";
import type { Disposable } from "../disposable";
import { escapeIcons, oneLine } from "../displayText";
import { Emitter } from "../emitter";
import { t } from "../l10n";
import { isWebAddress } from "../webAddress";
import { readFileUpTo } from "./attachedFile";
import { MAX_ATTACHMENTS, MAX_IMAGE_BYTES, type Attachment } from "./attachment";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

/** What is selected in the active editor, from change to change. */
export class SelectionWatch implements Disposable {
  private readonly changes = new Emitter<undefined>();
  private readonly listening = [
    window.onDidChangeTextEditorSelection(() => {
      this.changes.fire(undefined);
    }),
    window.onDidChangeActiveTextEditor(() => {
      this.changes.fire(undefined);
    }),
  ];

  readonly onChange = (listener: () => void): Disposable => this.changes.event(listener);

  /** Undefined if nothing is selected. The server reads its text. */
  readonly selection = (): Attachment | undefined => {
    const active = activeDocument();
    return active === undefined || active.isSelectionEmpty ? undefined : selectionOrFile(active);
  };

  dispose(): void {
    this.listening.forEach((each) => {
      each.dispose();
    });
  }
}

/** Files and images; what is neither is left out. */
export async function attachmentsOf(uris: readonly string[]): Promise<readonly Attachment[]> {
  const made = await Promise.all(uris.slice(0, MAX_ATTACHMENTS).map((uri) => attachmentOf(Uri.parse(uri))));
  return made.filter((each) => each !== undefined);
}

async function attachmentOf(uri: Uri): Promise<Attachment | undefined> {
  if (uri.scheme !== "file") {
    return undefined;
  }
  const name = workspace.asRelativePath(uri);
  const mediaType = MEDIA_TYPES[path.extname(uri.fsPath).toLowerCase()];
  if (mediaType === undefined) {
    return { kind: "file", name, uri: uri.toString() };
  }
  const data = await readFileUpTo(uri.fsPath, MAX_IMAGE_BYTES);
  if (typeof data === "string") {
    throw new Error(`${oneLine(name)} ${data}.`);
  }
  return { kind: "image", name, mediaType, data: data.toString("base64") };
}

interface Source {
  readonly label: string;
  readonly description: string;
  readonly make: () => Promise<readonly Attachment[]>;
}

/** What the user picks of the files, and of what is open. */
export async function pickAttachments(): Promise<readonly Attachment[]> {
  const active = activeDocument();
  const selected = active?.isSelectionEmpty === false ? [selectionOrFile(active)] : [];
  const files: Source = {
    label: t("$(file) Files and Images..."),
    description: "",
    make: async () => {
      const found = await window.showOpenDialog({ canSelectMany: true, openLabel: t("Attach") });
      return await attachmentsOf((found ?? []).map(String));
    },
  };
  const open = openFiles().map((uri): Source => ({
    label: `$(file-code) ${escapeIcons(oneLine(workspace.asRelativePath(uri)))}`,
    description: t("open"),
    make: () => attachmentsOf([uri.toString()]),
  }));
  const selections = selected.map((selection): Source => ({
    label: t("$(selection) Selection"),
    description: escapeIcons(oneLine(selection.name)),
    make: () => Promise.resolve([selection]),
  }));
  const title = t("Attach to the message");
  const picked = await window.showQuickPick([...selections, files, ...open], { title, matchOnDescription: true });
  return (await picked?.make()) ?? [];
}

/** Of all tabs, each once. */
function openFiles(): readonly Uri[] {
  const uris = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => (input as { uri?: Uri }).uri));
  const files = uris.filter((uri) => uri?.scheme === "file");
  return [...new Map(files.map((uri) => [String(uri), uri])).values()].filter((uri) => uri !== undefined);
}

export async function openLink(url: string): Promise<void> {
  if (isWebAddress(url)) {
    await env.openExternal(Uri.parse(url, true));
  }
}

/** At the cursor of the active editor, in the place of what is selected. */
export async function insertAtCursor(text: string): Promise<void> {
  const editor = activeEditor();
  if (editor === undefined) {
    throw new Error(t("No file is open. Open one and put the cursor where the code shall be."));
  }
  await editor.edit((edit) => {
    edit.replace(editor.selection, text);
  });
  await window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? ViewColumn.Active });
  await commands.executeCommand("revealLine", { lineNumber: editor.selection.active.line, at: "center" });
}
