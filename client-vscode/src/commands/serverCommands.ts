/** Commands of the server that were chosen in the editor: by its code actions and its lenses. */

import type { ShortRunInfo } from "../protocol/generated";
import type { Services } from "./services";
import { showError } from "./showError";

const STARTING: ReadonlySet<string> = new Set(["architect.run", "architect.review", "architect.fix"]);

/** Run the command of a code action or a CodeLens of the server; shows errors and never rejects. */
export async function serverCommand(services: Services, command: string, argument: unknown): Promise<void> {
  try {
    await forward(services, command, argument);
  } catch (error) {
    showError(services.ui, error);
  }
}

async function forward(services: Services, command: string, argument: unknown): Promise<void> {
  const send = services.daemon.command as (name: string, argument: unknown) => Promise<unknown>;
  const result = await send.call(services.daemon, command, argument);
  if (STARTING.has(command)) {
    const { runId } = result as ShortRunInfo;
    await updateRuns(services, runId);
    // As from the palette: a task has an answer to read, and what the others come to is in the editor.
    if (command === "architect.run") {
      services.openRun(runId);
    }
  } else if (command === "architect.findings") {
    await services.findings.refresh();
  } else if (command === "architect.keep" || command === "architect.undo") {
    await services.hunks.refresh();
  }
}

/** The server has titles for its own actions. */
async function updateRuns(services: Services, runId: string): Promise<void> {
  const { runs } = await services.daemon.command("architect.runs", { runId });
  for (const info of runs) {
    services.runs.update(info);
  }
}
