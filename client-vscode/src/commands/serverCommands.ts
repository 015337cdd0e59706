/** Commands of the server that were chosen in the editor: by its code actions and its lenses. */

import type { ShortRunInfo } from "../protocol/generated";
import type { Desk } from "./desk";
import { tellFault } from "./tellFault";

const STARTING: ReadonlySet<string> = new Set(["architect.run", "architect.review", "architect.fix"]);

/** Do what a code action or a lens of the server says; tells what went wrong, never rejects. */
export async function serverCommand(desk: Desk, command: string, argument: unknown): Promise<void> {
  try {
    await pass(desk, command, argument);
  } catch (error) {
    tellFault(desk.ui, error);
  }
}

async function pass(desk: Desk, command: string, argument: unknown): Promise<void> {
  const send = desk.daemon.command as (name: string, argument: unknown) => Promise<unknown>;
  const result = await send.call(desk.daemon, command, argument);
  if (STARTING.has(command)) {
    await learn(desk, (result as ShortRunInfo).runId);
  } else if (command === "architect.findings") {
    await desk.findings.refresh();
  } else if (command === "architect.keep" || command === "architect.undo") {
    await desk.hunks.refresh();
  }
}

/** The server has titles for its own actions. */
async function learn(desk: Desk, runId: string): Promise<void> {
  const { runs } = await desk.daemon.command("architect.runs", { runId });
  for (const info of runs) {
    desk.runs.learn(info);
  }
}
