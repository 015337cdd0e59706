/** The panels of this window, connected to the server and the commands of the extension. */

import { realpath } from "node:fs/promises";
import path from "node:path";

import { Range, Uri, ViewColumn, commands, window, workspace } from "vscode";

import type { Daemon } from "../daemon/daemon";
import { combinedDisposable, type Disposable } from "../disposable";
import { oneLine } from "../displayText";
import { daemonPanelHost } from "./daemonPanelHost";
import { RunPanels } from "./panels.editor";

export interface PanelParts {
  /** Where the extension is, and so `dist/webview`. */
  readonly extensionUri: Uri;
  readonly daemon: Daemon;
  readonly showQuestion: (requestId: string) => Promise<void>;
  /** What a run in the queue waits for, in words. */
  readonly queuedBehind: (runId: string) => string;
  readonly onRunsChange: (listener: () => void) => Disposable;
  /** As the user has set it. */
  readonly budgetUsd: () => number | undefined;
}

export function openPanels(parts: PanelParts): RunPanels {
  const host = daemonPanelHost({
    daemon: parts.daemon,
    execute: async (command, argument) => commands.executeCommand(command, argument),
    remedy: async ({ command, argument }) => {
      await commands.executeCommand(command, argument);
    },
    showQuestion: parts.showQuestion,
    openFile,
    queuedBehind: parts.queuedBehind,
    onRunsChange: parts.onRunsChange,
    budgetUsd: parts.budgetUsd,
    isTrusted: () => workspace.isTrusted,
    onChange: (listener) =>
      combinedDisposable(
        workspace.onDidGrantWorkspaceTrust(listener),
        workspace.onDidChangeConfiguration((change) => {
          if (change.affectsConfiguration("architect")) {
            listener();
          }
        }),
      ),
  });
  return new RunPanels(parts.extensionUri, host);
}

/** A file below one of the open folders; the record of a run may come from anywhere. */
async function openFile(root: string, name: string, line: number): Promise<void> {
  const folder = await folderAt(root);
  const file = path.resolve(root, name);
  if (folder === undefined || !file.startsWith(root.replace(/[\\/]*$/, path.sep))) {
    throw new Error(`${oneLine(name)} is not in an open folder. Open its folder first.`);
  }
  const relative = path.relative(root, file).split(path.sep).join("/");
  if ((await workspace.fs.stat(Uri.joinPath(folder, relative)).then(undefined, () => undefined)) === undefined) {
    throw new Error(`There is no file ${oneLine(relative)}.`);
  }
  const place = new Range(line - 1, 0, line - 1, 0);
  await window.showTextDocument(Uri.joinPath(folder, relative), {
    selection: place,
    viewColumn: ViewColumn.One,
  });
}

/** The open folder that the server knows by that path. */
async function folderAt(root: string): Promise<Uri | undefined> {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    const real = await realpath(uri.fsPath).catch(() => uri.fsPath);
    if (root === uri.fsPath || root === real) {
      return uri;
    }
  }
  return undefined;
}
