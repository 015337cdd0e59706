/** A task in the user's own words. */

import type { RunArgs, Scope } from "../protocol/generated";
import { counted } from "../shownText";
import { urisIn } from "./commandArguments";
import type { Command, Desk } from "./desk";
import { rootScope } from "./folderChoice";
import { start } from "./started";

/** On what was chosen in the explorer, or on a folder. */
export const run: Command = async (desk, argument, more) => {
  const chosen = urisIn(argument, more);
  if (chosen.length > 0) {
    await ask(desk, `Task for ${counted(chosen.length, "selected file")}`, { uris: chosen });
    return;
  }
  const scope = await rootScope(desk.ui);
  if (scope !== undefined) {
    await ask(desk, "Task for the workspace", scope);
  }
};

export const runOnSelection: Command = async (desk) => {
  const active = desk.ui.active();
  if (active === undefined) {
    desk.ui.tell("info", "No file is open. Open one and select the code the task is about.");
    return;
  }
  if (!active.isSelectionEmpty) {
    const scope = { uris: [active.uri], range: active.selection };
    await ask(desk, `Task for the selection in ${active.name}`, scope);
    return;
  }
  desk.ui.tell("info", `No selection in ${active.name}: select the code the task is about.`, [
    {
      label: "Run on Whole File",
      act: () => ask(desk, `Task for ${active.name}`, { uris: [active.uri] }),
    },
  ]);
};

async function ask(desk: Desk, title: string, scope: Scope): Promise<void> {
  const prompt = await desk.ui.prompt(title, desk.prompts.all());
  if (prompt === undefined) {
    return;
  }
  await desk.prompts.remember(prompt);
  const argument: RunArgs = { prompt, scope };
  await start(desk, { command: "architect.run", argument, title: prompt, isOpened: true });
}
