/** Reviews: what they find is shown as problems and in the view of findings. */

import { t } from "../l10n";
import type { ReviewArgs } from "../protocol/generated";
import { urisIn } from "./commandArguments";
import type { Command, Services } from "./services";
import { chosenFolder } from "./folderChoice";
import { start } from "./startRun";

export const reviewSelection: Command = async (services) => {
  const active = services.ui.active();
  if (active === undefined || active.isSelectionEmpty) {
    const act = () => reviewFile(services, undefined);
    const buttons = active === undefined ? [] : [{ label: t("Review Whole File"), act }];
    services.ui.showMessage("info", t("No selection: select the code to review."), buttons);
    return;
  }
  const argument = { scope: "selection", uri: active.uri, range: active.selection } as const;
  await review(services, argument, t("Review Selection in {name}", { name: active.name }));
};

export const reviewFile: Command = async (services, argument, more) => {
  const [chosen] = urisIn(argument, more);
  const active = services.ui.active();
  const uri = chosen ?? active?.uri;
  if (uri === undefined) {
    services.ui.showMessage("info", t("No file is open. Open the file to review."));
    return;
  }
  const name = uri === active?.uri ? active.name : (uri.split("/").pop() ?? uri);
  await review(services, { scope: "file", uri }, t("Review {name}", { name }));
};

export const reviewChanges: Command = async (services, argument) => {
  const [chosen] = urisIn(argument);
  const uri = chosen ?? (await chosenFolder(services.ui, t("Select a folder whose changes to review")));
  if (uri !== undefined) {
    await review(services, { scope: "changes", uri }, t("Review Uncommitted Changes"));
  }
};

export const reviewWorkspace: Command = async (services, argument) => {
  const [chosen] = urisIn(argument);
  const uri = chosen ?? (await chosenFolder(services.ui, t("Select a folder to review")));
  if (uri !== undefined) {
    await review(services, { scope: "workspace", uri }, t("Review Workspace"));
  }
};

async function review(services: Services, argument: ReviewArgs, title: string): Promise<void> {
  await start(services, { command: "architect.review", argument, title, isOpened: false });
}
