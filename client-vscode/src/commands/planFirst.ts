/** A plan first, then the work: runs of one session, with the user's word between them. */

import type { Scope } from "../protocol/generated";
import { chosen } from "../reasoningEfforts";
import type { Run } from "../runs/run";
import { rootScope } from "./folderChoice";
import type { Command, Services } from "./services";
import { start } from "./startRun";
import { showError } from "./showError";

const CARRY_OUT = "Carry out the plan, with what I said about it.";

export const planFirst: Command = async (services) => {
  const scope = await rootScope(services.ui);
  if (scope === undefined) {
    return;
  }
  const typed = await services.ui.prompt("Task to plan first", services.prompts.all());
  if (typed === undefined) {
    return;
  }
  await services.prompts.remember(typed.prompt);
  await plan(services, { prompt: typed.prompt, scope, ...chosen(typed) });
};

interface Planning {
  readonly prompt: string;
  readonly scope: Scope;
  readonly session?: string;
  readonly autoReview?: true;
}

async function plan(services: Services, planning: Planning): Promise<void> {
  const argument = { ...planning, agent: "plan" };
  const title = planning.prompt;
  const runId = await start(services, { command: "architect.run", argument, title, isOpened: true });
  askBehind(services, runId, planning);
}

/** Ask once the run has made a plan; one that fails or is cancelled says so itself. */
function askBehind(services: Services, runId: string, planning: Planning): void {
  const watching = services.runs.onChange(({ run }) => {
    if (run.runId !== runId || (run.state !== "done" && run.state !== "lost")) {
      return;
    }
    watching.dispose();
    if (run.outcome === "completed" && run.sessionId !== undefined) {
      ask(services, run, run.sessionId, planning);
    }
  });
}

function ask(services: Services, run: Run, session: string, { scope, autoReview }: Planning): void {
  const about = { session, scope, ...(autoReview === undefined ? {} : { autoReview }) };
  const carryOut = async () => {
    const argument = { prompt: CARRY_OUT, title: `Carry Out Plan: ${run.title}`, agent: "build", ...about };
    await start(services, { command: "architect.run", argument, title: argument.title, isOpened: true });
  };
  const change = async () => {
    const typed = await services.ui.prompt("What to change in the plan", []);
    if (typed !== undefined) {
      await plan(services, { prompt: typed.prompt, ...about, ...chosen(typed) });
    }
  };
  const shown = (act: () => Promise<void>) => () =>
    act().catch((error: unknown) => {
      showError(services.ui, error);
    });
  services.ui.showMessage("info", "The plan is made. Carry it out?", [
    { label: "Carry Out", act: shown(carryOut) },
    { label: "Change...", act: shown(change) },
  ]);
}
