/** Names of open folders, needed only where there are several. */

import path from "node:path";
import { Uri, workspace } from "vscode";

import { oneLine } from "../displayText";

const MAX_NAME = 40;

/** The folder that the server knows by that path; empty if it is the only one, or none. */
export function folderAt(root: string | undefined): string {
  const folders = severalFolders();
  if (root === undefined || root === "" || folders.length === 0) {
    return "";
  }
  const folder = folders.find(({ uri }) => uri.fsPath === root);
  return oneLine(folder?.name ?? path.basename(root), MAX_NAME);
}

/** The folder of a file; empty if it is the only one, or the file is in none. */
export function folderOf(uri: string | undefined): string {
  if (uri === undefined || severalFolders().length === 0) {
    return "";
  }
  return oneLine(workspace.getWorkspaceFolder(Uri.parse(uri))?.name ?? "", MAX_NAME);
}

function severalFolders(): NonNullable<typeof workspace.workspaceFolders> {
  const folders = workspace.workspaceFolders ?? [];
  return folders.length > 1 ? folders : [];
}
