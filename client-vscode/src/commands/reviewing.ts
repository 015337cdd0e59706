/** Reviews: what they find is shown as problems and in the view of findings. */

import type { ReviewArgs } from "../protocol/generated";
import { urisIn } from "./commandArguments";
import type { Command, Desk } from "./desk";
import { chosenFolder } from "./folderChoice";
import { start } from "./started";

export const reviewSelection: Command = async (desk) => {
  const active = desk.ui.active();
  if (active === undefined || active.isSelectionEmpty) {
    const act = () => reviewFile(desk, undefined);
    const buttons = active === undefined ? [] : [{ label: "Review Whole File", act }];
    desk.ui.tell("info", "No selection: select the code to review.", buttons);
    return;
  }
  const argument = { scope: "selection", uri: active.uri, range: active.selection } as const;
  await review(desk, argument, `review the selection in ${active.name}`);
};

export const reviewFile: Command = async (desk, argument, more) => {
  const [chosen] = urisIn(argument, more);
  const active = desk.ui.active();
  const uri = chosen ?? active?.uri;
  if (uri === undefined) {
    desk.ui.tell("info", "No file is open. Open the file to review.");
    return;
  }
  const name = uri === active?.uri ? active.name : (uri.split("/").pop() ?? uri);
  await review(desk, { scope: "file", uri }, `review ${name}`);
};

export const reviewChanges: Command = async (desk, argument) => {
  const [chosen] = urisIn(argument);
  const uri = chosen ?? (await chosenFolder(desk.ui, "Select a folder whose changes to review"));
  if (uri !== undefined) {
    await review(desk, { scope: "changes", uri }, "review the changes");
  }
};

export const reviewWorkspace: Command = async (desk, argument) => {
  const [chosen] = urisIn(argument);
  const uri = chosen ?? (await chosenFolder(desk.ui, "Select a folder to review"));
  if (uri !== undefined) {
    await review(desk, { scope: "workspace", uri }, "review the workspace");
  }
};

async function review(desk: Desk, argument: ReviewArgs, title: string): Promise<void> {
  await start(desk, { command: "architect.review", argument, title, isOpened: false });
}
