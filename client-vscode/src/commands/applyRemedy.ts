/** Doing what helps against an error: the buttons of `remedies.ts`. */

import { ServerError } from "../daemon/serverError";
import { oneLine } from "../displayText";
import { readRemedy, type Remedy } from "../remedies";
import { titleOf } from "../runs/runText";
import { isSetField, runIdIn } from "./commandArguments";
import type { Command, Services } from "./services";
import { start } from "./startRun";

/** Where a setting of ours is looked for if it is not known which. */
const OUR_SETTINGS = "@ext:architect-lsp.architect";

/** `{kind, setting, runId, offersRetry}`; without a `runId` nothing can be tried again. */
export const applyRemedy: Command = async (services, argument) => {
  const remedy = readRemedy(argument);
  const runId = runIdIn(argument);
  if (remedy === undefined) {
    return;
  }
  if (remedy.kind === "retry") {
    await (runId === undefined ? undefined : retry(services, runId));
    return;
  }
  await act(services, remedy, runId);
  const isOffered = isSetField(argument, "offersRetry") || remedy.kind === "installLitellm";
  if (runId !== undefined && isOffered && remedy.kind !== "openSettings") {
    offerRetry(services, runId);
  }
};

/** All but trying again. */
async function act({ ui, runs }: Services, remedy: Remedy, runId: string | undefined): Promise<void> {
  switch (remedy.kind) {
    case "retry":
      break;
    case "selectModel":
      await ui.execute("architect.ui.configureModel");
      break;
    case "enterKey": {
      const run = runId === undefined ? undefined : runs.get(runId);
      await ui.execute("architect.ui.enterApiKey", run?.models.at(-1) ?? run?.model);
      break;
    }
    case "startOllama":
      await ui.execute("architect.ui.startOllama");
      break;
    case "installLitellm":
      await ui.execute("architect.ui.installLitellm");
      break;
    case "openSettings":
      await ui.openSettings(remedy.setting || OUR_SETTINGS);
      break;
    case "trustProject":
      await ui.execute("architect.ui.trustProject");
      break;
    case "installServer":
      await ui.execute("architect.ui.installServer");
      break;
    case "restartServer":
      await ui.execute("architect.ui.restartServer");
      break;
    case "openFolder":
      await ui.execute("vscode.openFolder");
      break;
  }
}

function offerRetry(services: Services, runId: string): void {
  const run = services.runs.get(runId);
  const name = run === undefined ? "the run" : `“${oneLine(titleOf(run), 80)}”`;
  services.ui.showMessage("info", `Try ${name} again?`, [{ label: "Retry", act: () => retry(services, runId) }]);
}

/** In its session, with its prompt and all that went with it; one that never began is sent as it was. */
async function retry(services: Services, runId: string): Promise<void> {
  const run = services.runs.get(runId);
  const sessionId = run?.sessionId ?? runId.replace(/\.\d+$/, "");
  const request = { command: "architect.resume", argument: { sessionId }, title: run?.title ?? "", isOpened: true } as const;
  const again = services.sent.of(runId);
  try {
    await start(services, request);
  } catch (error) {
    const code = error instanceof ServerError ? error.code : "other";
    if (code === "connection") {
      // A key that was entered a moment ago starts another server.
      await services.daemon.start();
      await start(services, request);
    } else if (code === "invalid_params" && again !== undefined) {
      await start(services, { ...again, isOpened: true });
    } else {
      throw error;
    }
  }
  services.sessions.refreshSoon();
}
