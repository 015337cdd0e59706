/** Which of the open folders something is about. */

import { t } from "../l10n";
import type { Scope } from "../protocol/generated";
import type { Ui } from "./ui";

export const NO_FOLDER = t("No folder is open. Open your project folder first.");

/** The folder, chosen if there are several; undefined if there is none or none was chosen. */
export async function chosenFolder(ui: Ui, title: string): Promise<string | undefined> {
  const folders = ui.folders();
  const [first] = folders;
  if (first === undefined) {
    const act = () => ui.execute("vscode.openFolder");
    ui.showMessage("info", NO_FOLDER, [{ label: t("Open Folder..."), act }]);
    return undefined;
  }
  if (folders.length === 1) {
    return first.uri;
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
