/** A plan first, then the work: the chat, where the plan is read and changed, carries it out. */

import { t } from "../l10n";
import { chosen } from "../reasoningEfforts";
import { rootScope } from "./folderChoice";
import type { Command } from "./services";
import { start } from "./startRun";

export const planFirst: Command = async (services) => {
  const scope = await rootScope(services.ui);
  if (scope === undefined) {
    return;
  }
  const typed = await services.ui.prompt(t("Task to plan first"), services.prompts.all());
  if (typed === undefined) {
    return;
  }
  const { prompt } = typed;
  await services.prompts.remember(prompt);
  const argument = { prompt, scope, ...chosen(typed), agent: "plan" };
  await start(services, { command: "architect.run", argument, title: prompt, isOpened: true });
};
