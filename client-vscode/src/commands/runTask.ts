/** A task in the user's own words. */

import { t } from "../l10n";
import type { RunArgs, Scope } from "../protocol/generated";
import { pluralize } from "../displayText";
import { urisIn } from "./commandArguments";
import type { Command, Services } from "./services";
import { folderOfEditor, hasFolder, rootScope } from "./folderChoice";
import { chosen } from "../reasoningEfforts";
import { start } from "./startRun";

/** On what was chosen in the explorer, or on a folder. */
export const run: Command = async (services, argument, more) => {
  const chosen = urisIn(argument, more);
  if (chosen.length > 0) {
    await ask(services, t("Task for {selectedFiles}", { selectedFiles: pluralize(chosen.length, "selected file") }), { uris: chosen });
    return;
  }
  const { ui } = services;
  const folder = folderOfEditor(ui);
  if (folder !== undefined) {
    await ask(services, t("Task for the folder {name}", { name: folder.name }), { uris: [folder.uri] });
  } else if (hasFolder(ui)) {
    await ask(services, t("Task for the workspace"), () => rootScope(ui));
  }
};

export const runOnSelection: Command = async (services) => {
  const active = services.ui.active();
  if (active === undefined) {
    services.ui.showMessage("info", t("No file is open. Open one and select the code the task is about."));
    return;
  }
  if (!active.isSelectionEmpty) {
    const scope = { uris: [active.uri], range: active.selection };
    await ask(services, t("Task for the selection in {name}", { name: active.name }), scope);
    return;
  }
  services.ui.showMessage("info", t("No selection in {name}: select the code the task is about.", { name: active.name }), [
    {
      label: t("Run on Whole File"),
      act: () => ask(services, t("Task for {name}", { name: active.name }), { uris: [active.uri] }),
    },
  ]);
};

/** What is not known of its scope is asked for behind the task. */
async function ask(services: Services, title: string, about: Scope | (() => Promise<Scope | undefined>)): Promise<void> {
  const typed = await services.ui.prompt(title, services.prompts.all());
  if (typed === undefined) {
    return;
  }
  const { prompt } = typed;
  await services.prompts.remember(prompt);
  const scope = typeof about === "function" ? await about() : about;
  if (scope === undefined) {
    return;
  }
  const argument: RunArgs = { prompt, scope, ...chosen(typed) };
  await start(services, { command: "architect.run", argument, title: prompt, isOpened: true });
}
