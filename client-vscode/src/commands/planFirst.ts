/** A plan first, then the work: the chat, where the plan is read and changed, carries it out. */

import { t } from "../l10n";
import { chosen } from "../reasoningEfforts";
import { folderOfEditor, hasFolder, rootScope } from "./folderChoice";
import type { Command } from "./services";
import { start } from "./startRun";

export const planFirst: Command = async (services) => {
  const { ui } = services;
  const typed = hasFolder(ui) ? await ui.prompt(t("Task to plan first"), services.prompts.all()) : undefined;
  if (typed === undefined) {
    return;
  }
  const { prompt } = typed;
  await services.prompts.remember(prompt);
  const folder = folderOfEditor(ui);
  const scope = folder === undefined ? await rootScope(ui) : { uris: [folder.uri] };
  if (scope === undefined) {
    return;
  }
  const argument = { prompt, scope, ...chosen(typed), agent: "plan" };
  await start(services, { command: "architect.run", argument, title: prompt, isOpened: true });
};
