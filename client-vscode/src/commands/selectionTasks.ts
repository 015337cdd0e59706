/** Common tasks for a selection; their prompts are the server's. */

import { t } from "../l10n";
import type { RunArgs } from "../protocol/generated";
import type { Command, Services } from "./services";
import { start } from "./startRun";

/** The titles of the server's code actions (`lsp/handlers/code_actions.py`), which speaks English or our language. */
export const TASK_TITLES = {
  explain: ["Architect: Explain Selection", t("Architect: Explain Selection")],
  tests: ["Architect: Write Tests for Selection", t("Architect: Write Tests for Selection")],
  document: ["Architect: Document Selection", t("Architect: Document Selection")],
} as const;

export const explain: Command = (services) => task(services, "explain", t("No selection: select the code to explain."));

export const tests: Command = (services) => task(services, "tests", t("No selection: select the code to write tests for."));

export const document: Command = (services) => task(services, "document", t("No selection: select the code to document."));

async function task(services: Services, name: keyof typeof TASK_TITLES, none: string): Promise<void> {
  const active = services.ui.active();
  if (active === undefined || active.isSelectionEmpty) {
    services.ui.showMessage("info", none);
    return;
  }
  // VS Code has no provider of code actions until the server runs.
  await services.daemon.start();
  const offered = await services.ui.selectionActions();
  const action = offered.find((each) => TASK_TITLES[name].includes(each.title));
  if (action === undefined) {
    services.ui.showMessage("warning", t("No action available for {name}. Is it in an open folder?", { name: active.name }));
    return;
  }
  const argument = action.argument as unknown as RunArgs;
  await start(services, { command: "architect.run", argument, title: argument.title ?? name, isOpened: true });
}
