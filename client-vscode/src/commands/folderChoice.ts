/** Which of the open folders something is about. */

import { t } from "../l10n";
import type { Scope } from "../protocol/generated";
import type { Folder, Ui } from "./ui";

export const NO_FOLDER = t("No folder is open. Open your project folder first.");

/** Whether there is an open folder; the user is told if there is none. */
export function hasFolder(ui: Ui): boolean {
  const isThere = ui.folders().length > 0;
  if (!isThere) {
    const act = () => ui.execute("vscode.openFolder");
    ui.showMessage("info", NO_FOLDER, [{ label: t("Open Folder..."), act }]);
  }
  return isThere;
}

/** Of several open folders the one that the active editor is in; undefined if it is in none. */
export function folderOfEditor(ui: Ui): Folder | undefined {
  const uri = ui.active()?.uri ?? "";
  const around = ui.folders().filter((folder) => uri.startsWith(`${folder.uri.replace(/\/$/, "")}/`));
  // Folders may be in one another: the innermost.
  return ui.folders().length > 1 ? around.sort((one, other) => other.uri.length - one.uri.length)[0] : undefined;
}

/** The folder, chosen if there are several; undefined if there is none or none was chosen. */
export async function chosenFolder(ui: Ui, title: string): Promise<string | undefined> {
  if (!hasFolder(ui)) {
    return undefined;
  }
  const folders = ui.folders();
  if (folders.length === 1) {
    return folders[0]?.uri;
  }
  const items = folders.map((folder) => ({ label: folder.name, value: folder.uri }));
  return ui.pick(items, title);
}

/** The scope of a run on a whole folder; the server finds the only one by itself. */
export async function rootScope(ui: Ui): Promise<Scope | undefined> {
  const folder = await chosenFolder(ui, t("Select a folder"));
  if (folder === undefined) {
    return undefined;
  }
  return ui.folders().length > 1 ? { uris: [folder] } : {};
}
