/** Texts of files as the user sees them: the open document, else the file on disk. */

import { Uri, workspace } from "vscode";

/** `path` as tools call it: relative to `root`, or the name of an untitled document. */
export async function readNow(root: string, path: string): Promise<string | undefined> {
  if (path.startsWith("untitled:")) {
    const found = workspace.textDocuments.find(({ uri }) => uri.toString(true) === path);
    return found?.getText();
  }
  return textOf(Uri.joinPath(Uri.file(root), path));
}

/** Undefined if there is no such file, or it is no text. */
export async function textOf(uri: Uri): Promise<string | undefined> {
  const wanted = uri.toString();
  const open = workspace.textDocuments.find((document) => document.uri.toString() === wanted);
  if (open !== undefined) {
    return open.getText();
  }
  try {
    // Opening a document would make the server change it in the editor and not on the disk.
    return await workspace.decode(await workspace.fs.readFile(uri), { uri });
  } catch {
    return undefined;
  }
}
