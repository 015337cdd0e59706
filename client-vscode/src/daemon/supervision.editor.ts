/** The supervisor of this window's server, and what makes it start and restart one. */

import { workspace, type LogOutputChannel, type SecretStorage } from "vscode";

import type { Desk } from "../commands/desk";
import { serverCommand } from "../commands/serverCommands";
import type { LanguageModels } from "../editor_model/languageModels";
import { together, type Disposable } from "../disposable";
import type { RunStore } from "../runs/runStore";
import { SECRET, type ApiKeys } from "../setup/apiKeys";
import { configOf } from "../setup/settings";
import { currentSettings } from "../setup/settings.editor";
import { connecting } from "./connect";
import type { ServerCommand } from "./discovery";
import { requestAnswerer } from "./editorRequests.editor";
import { faultOf } from "./faults";
import { initializationOptions } from "./greeting";
import { IdleRestart } from "./idleRestart";
import type { ClientParts } from "./languageClient.editor";
import { RestartBudget } from "./restartBudget";
import { serverKeys } from "./serverKeys";
import { startServer } from "./serverProcess";
import { Supervisor, type Notices } from "./supervisor";

export interface SupervisionParts {
  readonly find: (refused: readonly string[]) => Promise<ServerCommand | undefined>;
  readonly keys: ApiKeys;
  readonly models: LanguageModels;
  readonly log: LogOutputChannel;
  readonly notices: Notices;
  readonly desk: () => Desk;
}

export function supervisor(parts: SupervisionParts): Supervisor {
  const { find, keys, notices } = parts;
  const log = (line: string) => {
    parts.log.info(line);
  };
  return new Supervisor({
    connect: connecting({
      find,
      spawn: async (command) => startServer(command, await serverKeys(keys, log), log),
      greet: async (server, peer) => {
        // The client library is more than half of the bundle, and not needed until now.
        const { greet } = await import("./languageClient.editor");
        return await greet(server, peer, clientParts(parts));
      },
      log,
    }),
    notices,
    restarts: new RestartBudget(),
    answer: requestAnswerer(parts.models),
  });
}

function clientParts({ log, desk }: SupervisionParts): ClientParts {
  const configuration = () => configOf(currentSettings());
  return {
    log,
    configuration,
    options: () => initializationOptions(configuration(), workspace.isTrusted),
    chosen: (command, argument) => serverCommand(desk(), command, argument),
  };
}

/** The server is told of most settings as they change; these it has only from its start. */
export function restartOnChanges(
  daemon: Supervisor,
  runs: RunStore,
  secrets: SecretStorage,
  notices: Notices,
): Disposable {
  const restart = new IdleRestart(daemon, runs, (error) => {
    notices.notStarted(faultOf(error));
  });
  return together(
    restart,
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("architect.server")) {
        restart.want();
      }
    }),
    secrets.onDidChange(({ key }) => {
      if (key === SECRET) {
        restart.want();
      }
    }),
    workspace.onDidGrantWorkspaceTrust(() => {
      restart.want();
      startIfWanted(daemon, notices);
    }),
  );
}

/** A folder that is open and trusted will want the server; elsewhere the first command starts it. */
export function startIfWanted(daemon: Supervisor, notices: Notices): void {
  const hasFolder = (workspace.workspaceFolders ?? []).length > 0;
  if (workspace.isTrusted && hasFolder && daemon.state === "off") {
    daemon.start().catch((error: unknown) => {
      notices.notStarted(faultOf(error));
    });
  }
}
