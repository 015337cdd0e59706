/** The supervisor of this window's server, and what makes it start and restart one. */

import { workspace, type LogOutputChannel, type SecretStorage } from "vscode";

import type { Services } from "../commands/services";
import { serverCommand } from "../commands/serverCommands";
import type { LanguageModels } from "../editor_model/languageModels";
import { combinedDisposable, type Disposable } from "../disposable";
import type { RunStore } from "../runs/runStore";
import { SECRET, type ApiKeys } from "../setup/apiKeys";
import { configOf } from "../setup/settings";
import { currentSettings } from "../setup/settings.editor";
import { serverConnector } from "./connect";
import type { ServerCommand } from "./discovery";
import { requestAnswerer } from "./editorRequests.editor";
import { toServerError } from "./errors";
import { initializationOptions } from "./initializationOptions";
import { IdleRestart } from "./idleRestart";
import type { ClientParts } from "./languageClient.editor";
import { RestartBudget } from "./restartBudget";
import { serverKeys } from "./serverKeys";
import type { ShowMessage } from "./serverMessages";
import { startServer } from "./serverProcess";
import { Supervisor, type Notices } from "./supervisor";

export interface SupervisionParts {
  readonly find: (excluded: readonly string[]) => Promise<ServerCommand | undefined>;
  readonly keys: ApiKeys;
  readonly models: LanguageModels;
  readonly log: LogOutputChannel;
  readonly notices: Notices & { readonly show: ShowMessage };
  readonly services: () => Services;
}

export function supervisor(parts: SupervisionParts): Supervisor {
  const { find, keys, notices } = parts;
  const log = (line: string) => {
    parts.log.info(line);
  };
  return new Supervisor({
    connect: serverConnector({
      find,
      spawn: async (command) => startServer(command, await serverKeys(keys, log), log),
      initialize: async (server, handler) => {
        // The client library is more than half of the bundle, and not needed until now.
        const { initialize } = await import("./languageClient.editor");
        return await initialize(server, handler, clientParts(parts));
      },
      log,
    }),
    notices,
    restarts: new RestartBudget(),
    answer: requestAnswerer(parts.models),
  });
}

function clientParts({ log, services, notices }: SupervisionParts): ClientParts {
  const configuration = () => configOf(currentSettings());
  return {
    log,
    configuration,
    options: () => initializationOptions(configuration(), workspace.isTrusted),
    chosen: (command, argument) => serverCommand(services(), command, argument),
    show: notices.show,
  };
}

/** Most settings reach the server as they change; these only when it starts. */
export function restartOnChanges(
  daemon: Supervisor,
  runs: RunStore,
  secrets: SecretStorage,
  notices: Notices,
): Disposable {
  const restart = new IdleRestart(daemon, runs, (error) => {
    notices.startFailed(toServerError(error));
  });
  return combinedDisposable(
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
      notices.startFailed(toServerError(error));
    });
  }
}
