/** Doing what helps against an error: the buttons of `remedies.ts`. */

import { ServerError } from "../daemon/serverError";
import { oneLine } from "../displayText";
import { t } from "../l10n";
import { readRemedy, type Remedy, type RemedyKind } from "../remedies";
import { titleOf } from "../runs/runText";
import { isSetField, runIdIn } from "./commandArguments";
import type { Command, Services } from "./services";
import { start } from "./startRun";

/** Where a setting of ours is looked for if it is not known which. */
const OUR_SETTINGS = "@ext:architect-lsp.architect";

/** What helps, but for trying again. */
type Act = Remedy & { readonly kind: Exclude<RemedyKind, "retry"> };

const COMMANDS: Readonly<Record<Exclude<Act["kind"], "enterKey" | "openSettings">, string>> = {
  selectModel: "architect.ui.configureModel",
  startOllama: "architect.ui.startOllama",
  installLitellm: "architect.ui.installLitellm",
  trustProject: "architect.ui.trustProject",
  installServer: "architect.ui.installServer",
  restartServer: "architect.ui.restartServer",
  openFolder: "vscode.openFolder",
};

/** `{kind, setting, runId, offersRetry}`; without a `runId` nothing can be tried again. */
export const applyRemedy: Command = async (services, argument) => {
  const remedy = readRemedy(argument);
  const runId = runIdIn(argument);
  if (remedy === undefined) {
    return;
  }
  const { kind, setting } = remedy;
  if (kind === "retry") {
    await (runId === undefined ? undefined : retry(services, runId));
    return;
  }
  await act(services, { kind, setting }, runId);
  const isOffered = isSetField(argument, "offersRetry") || kind === "installLitellm";
  if (runId !== undefined && isOffered && kind !== "openSettings") {
    offerRetry(services, runId);
  }
};

async function act({ ui, runs }: Services, { kind, setting }: Act, runId: string | undefined): Promise<void> {
  if (kind === "openSettings") {
    await ui.openSettings(setting || OUR_SETTINGS);
  } else if (kind === "enterKey") {
    const run = runId === undefined ? undefined : runs.get(runId);
    await ui.execute("architect.ui.enterApiKey", run?.models.at(-1) ?? run?.model);
  } else {
    await ui.execute(COMMANDS[kind]);
  }
}

function offerRetry(services: Services, runId: string): void {
  const run = services.runs.get(runId);
  const name = run === undefined ? t("the run") : `“${oneLine(titleOf(run), 80)}”`;
  services.ui.showMessage("info", t("Try {name} again?", { name }), [{ label: t("Retry"), act: () => retry(services, runId) }]);
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
      services.runs.remove(runId);
    } else {
      throw error;
    }
  }
  services.sessions.refreshSoon();
}
