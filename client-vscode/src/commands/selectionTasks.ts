/** What is often done with a selection; the words of the tasks are the server's. */

import type { RunArgs } from "../protocol/generated";
import type { Command, Desk } from "./desk";
import { start } from "./started";

/** The titles of the server's code actions (`lsp/handlers/code_actions.py`). */
export const TASK_TITLES = {
  explain: "Architect: explain the selection",
  tests: "Architect: write tests for the selection",
} as const;

export const explain: Command = (desk) => task(desk, "explain", "select the code to explain");

export const tests: Command = (desk) => task(desk, "tests", "select the code to write tests for");

async function task(desk: Desk, name: keyof typeof TASK_TITLES, next: string): Promise<void> {
  const active = desk.ui.active();
  if (active === undefined || active.isSelectionEmpty) {
    desk.ui.tell("info", `No selection: ${next}.`);
    return;
  }
  // The editor asks nobody for actions as long as the server is not there.
  await desk.daemon.start();
  const offered = await desk.ui.selectionActions();
  const action = offered.find((each) => each.title === TASK_TITLES[name]);
  if (action === undefined) {
    desk.ui.tell("warning", `No action available for ${active.name}. Is it in an open folder?`);
    return;
  }
  const argument = action.argument as unknown as RunArgs;
  const title = `${name} ${active.name}`;
  await start(desk, { command: "architect.run", argument, title, isOpened: true });
}
