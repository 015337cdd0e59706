/** The commands that are about the server and its model. */

import { commands, window, workspace, type LogOutputChannel } from "vscode";

import type { SetupCommands } from "../commands/services";
import type { Daemon } from "../daemon/daemon";
import { ServerError } from "../daemon/serverError";
import { SERVER_PATH, type ServerCommand } from "../daemon/discovery";
import { installServer } from "../daemon/installing.editor";
import type { ServerHome } from "../daemon/serverLocations.editor";
import type { LanguageModels } from "../editor_model/languageModels";
import { t } from "../l10n";
import type { ApiKeys } from "./apiKeys";
import { showDemo } from "./demo.editor";
import { installLitellm } from "./installLitellm.editor";
import { chooseModel, enterKey } from "./modelChoice.editor";
import { currentSettings } from "./settings.editor";
import { startOllama } from "./startOllama.editor";
import { trustProject } from "./trustProject.editor";

export interface SetupParts {
  readonly daemon: Daemon;
  readonly log: LogOutputChannel;
  readonly keys: ApiKeys;
  readonly models: LanguageModels;
  readonly home: ServerHome;
  readonly findServer: () => Promise<ServerCommand | undefined>;
}

export function setupCommands(parts: SetupParts): SetupCommands {
  const { daemon, log, keys, models, findServer } = parts;
  return {
    "architect.ui.configureModel": (argument) =>
      chooseModel({ daemon, keys, models, showDemo: () => demoOf(findServer) }, argument),
    "architect.ui.enterApiKey": (model) => enterKey({ daemon, keys, models, showDemo: () => demoOf(findServer) }, model),
    "architect.ui.startOllama": () => startOllama(),
    "architect.ui.installLitellm": async () => {
      await installLitellm({
        server: await findServer(),
        home: parts.home.folder,
        reinstall: () => reinstall(parts),
        commandLine: async () => (await daemon.command("architect.info", {})).installLitellm,
      });
    },
    "architect.ui.demo": () => demoOf(findServer),
    "architect.ui.trustProject": async () => {
      await trustProject(await findServer());
    },
    "architect.ui.showOutput": () => {
      log.show();
      return Promise.resolve();
    },
    "architect.ui.restartServer": () => daemon.restart(),
    "architect.ui.installServer": () => installAndStart(parts),
  };
}

async function demoOf(findServer: SetupParts["findServer"]): Promise<void> {
  const command = await findServer();
  if (command === undefined) {
    throw new ServerError("no_server", t("The demo requires the Architect server. Install it first."));
  }
  showDemo(command);
}

async function installAndStart(parts: SetupParts): Promise<void> {
  if (currentSettings().serverPath !== "") {
    const text = t("The setting architect.server.path says which server is started. Clear it to use the one of the extension.");
    throw new ServerError("no_server", text, false, SERVER_PATH);
  }
  const version = await installed(parts);
  if (version !== undefined) {
    void offerNext(t("Architect: Server {version} installed. Next, select a model.", { version }));
  }
}

/** The version that was installed and runs now; undefined if that was cancelled. */
async function installed({ daemon, log, home }: SetupParts): Promise<string | undefined> {
  // It may run from the environment that is made anew.
  await daemon.stop();
  const version = await installServer({ home, log });
  if (version !== undefined) {
    await daemon.restart();
  }
  return version;
}

/** LiteLLM is among what the server needs. */
async function reinstall(parts: SetupParts): Promise<void> {
  if ((await installed(parts)) !== undefined) {
    window.setStatusBarMessage(t("Architect: LiteLLM installed"), MESSAGE_MS);
  }
}

const MESSAGE_MS = 8_000;
const RUN_TASK = t("Run Task...");
const NEXT: Readonly<Record<string, string>> = {
  "Select Model...": "architect.ui.configureModel",
  [RUN_TASK]: "architect.ui.run",
};

async function offerNext(text: string): Promise<void> {
  // Where nothing is trusted there are only reviews.
  const steps = Object.keys(NEXT).filter((label) => workspace.isTrusted || label !== RUN_TASK);
  const command = NEXT[(await window.showInformationMessage(text, ...steps)) ?? ""];
  if (command !== undefined) {
    await commands.executeCommand(command);
  }
}
