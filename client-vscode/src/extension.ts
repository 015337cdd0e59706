/** The extension: only wires. */

import * as path from "node:path";

import { window, type ExtensionContext } from "vscode";

import "./l10n.editor";
import { withChangedEdits } from "./confirm/changedEdits";
import type { QuestionQueue } from "./confirm/questionQueue";
import { findServer } from "./daemon/discovery";
import { serverLookup, type ServerHome } from "./daemon/serverLocations.editor";
import type { Supervisor } from "./daemon/supervisor";
import { restartOnChanges, startIfWanted, supervisor } from "./daemon/supervision.editor";
import { combinedDisposable } from "./disposable";
import { editorModels } from "./editor_model/languageModels.editor";
import type { Chats } from "./panel/chats.editor";
import { openPanels } from "./panel/openPanels.editor";
import { ApiKeys } from "./setup/apiKeys";
import { currentSettings } from "./setup/settings.editor";
import { setupCommands } from "./setup/setupCommands.editor";
import { notices } from "./status/notices.editor";
import { showStatus, type StatusWish } from "./status/status.editor";
import { offerUpdates } from "./status/updates.editor";
import { openWorkbench } from "./workbench.editor";

let daemon: Supervisor | undefined;

export function activate(context: ExtensionContext): void {
  const began = performance.now();
  const log = window.createOutputChannel("Architect", { log: true });
  const keys = new ApiKeys(context.secrets);
  const models = editorModels(context.languageModelAccessInformation);
  const home: ServerHome = {
    folder: path.join(context.globalStorageUri.fsPath, "server"),
    bundleFolder: path.join(context.extensionPath, "server"),
  };
  const services = () => workbench.services;
  let program: string | undefined;
  const find = async (excluded: readonly string[] = []) => {
    const found = await findServer(serverLookup(currentSettings(), home), excluded);
    program = found?.program;
    return found;
  };
  const serverNotices = notices(log, context.globalState, { services, chats: () => panels });
  const started = supervisor({ find, keys, models, log, notices: serverNotices, services });
  const server = withChangedEdits(started, (requestId) => workbench.services.ui.changedText(requestId));
  daemon = server;
  const panels = openPanels({ extensionUri: context.extensionUri, memento: context.workspaceState, daemon: server, services });
  const workbench = openWorkbench({
    daemon: server,
    setup: setupCommands({ daemon: server, log, keys, models, home, findServer: find }),
    memento: context.workspaceState,
    openRun: panels.openRun,
    readOn: panels.readOn,
    panels,
    chat: panels,
  });
  context.subscriptions.push(
    log,
    workbench,
    panels,
    showStatus(server, workbench.services.runs, statusWish(panels, workbench.services.questions)),
    restartOnChanges(server, workbench.services.runs, context.secrets, serverNotices),
    serverNotices.watch(server),
    offerUpdates({ daemon: server, program: () => program, home, memento: context.globalState }),
  );
  startIfWanted(server, serverNotices);
  log.info(`Activated in ${(performance.now() - began).toFixed(0)} ms`);
}

function statusWish(panels: Chats, questions: QuestionQueue): StatusWish {
  const asks = (runId: string) => questions.first?.params.runId === runId;
  return {
    // Where the conversation is in sight, it would stand in front of it; a question has its own.
    isWanted: (runId) => currentSettings().notification && !panels.isVisible(runId) && !asks(runId),
    isInSight: panels.shows,
    onChange: (listener) => combinedDisposable(panels.onVisibility(listener), questions.onChange(listener)),
  };
}

export async function deactivate(): Promise<void> {
  await daemon?.stop();
}
