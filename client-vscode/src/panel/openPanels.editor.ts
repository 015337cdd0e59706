/** The chats of this window, connected to the server and the commands of the extension. */

import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import path from "node:path";

import { Range, Uri, ViewColumn, commands, window, workspace, type Memento } from "vscode";

import { activeDocument } from "../commands/activeDocument.editor";
import type { Services } from "../commands/services";
import type { Daemon } from "../daemon/daemon";
import { combinedDisposable, type Disposable } from "../disposable";
import { oneLine } from "../displayText";
import { t } from "../l10n";
import { currentSettings } from "../setup/settings.editor";
import { queuedBehind } from "../runs/runText";
import type { WindowTrust } from "../setup/windowTrust";
import { windowTrust } from "../setup/windowTrust.editor";
import { timer } from "../timer";
import { Throttle } from "../views/throttle";
import { agentsOf, chatActions } from "./chatActions";
import { chatState } from "./chatState";
import { Chats } from "./chats.editor";
import { daemonPanelHost } from "./daemonPanelHost";
import * as context from "./editorContext.editor";
import { HeldImages } from "./heldImages";
import { KeptDrafts } from "./keptDrafts";
import { KeptMessages } from "./keptMessages";
import type { AgentChoice } from "./messages";
import type { ChatHost } from "./panelHost";

export interface PanelParts {
  /** Where the extension is, and so `dist/webview`. */
  readonly extensionUri: Uri;
  readonly daemon: Daemon;
  readonly services: () => Services;
  /** Of the workspace. */
  readonly memento: Memento;
}

/** At most one telling of what is beside the sessions in this time. */
const CHAT_MS = 100;

export function openPanels(parts: PanelParts): Chats {
  const selection = new context.SelectionWatch();
  const trust = windowTrust();
  return new Chats(parts.extensionUri, chatHost(parts, selection, trust), parts.memento, selection, trust);
}

function chatHost({ daemon, services, memento }: PanelParts, selection: context.SelectionWatch, trust: WindowTrust): ChatHost {
  const actions = chatActions(services, () => activeDocument()?.uri);
  const onChange = (listener: () => void) =>
    combinedDisposable(
      trust.onChange(listener),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("architect")) {
          listener();
        }
      }),
    );
  return {
    ...daemonPanelHost({
      daemon,
      execute: async (command, argument) => commands.executeCommand(command, argument),
      showQuestion: (requestId) => services().showQuestion(requestId),
      openFile,
      queuedBehind: (runId) => queuedBehind(services().runs, runId),
      onRunsChange: (listener) => services().runs.onChange(listener),
      budgetUsd: () => currentSettings().budgetUsd,
      actions,
      waiting: new KeptMessages(memento),
      isTrusted: () => !trust.isRefused,
      onChange,
    }),
    ...actions,
    drafts: new KeptDrafts(memento),
    images: new HeldImages(randomUUID()),
    ...beside({ daemon, services, selection, onChange }),
    pickAttachments: context.pickAttachments,
    attachmentsOf: context.attachmentsOf,
    terminal: () => Promise.resolve(services().lastTerminalOutput()),
    openLink: context.openLink,
    insert: context.insertAtCursor,
  };
}

interface BesideParts extends Pick<PanelParts, "daemon" | "services"> {
  readonly selection: context.SelectionWatch;
  readonly onChange: (listener: () => void) => Disposable;
}

/** What a chat shows beside its session. */
function beside({ daemon, services, selection, onChange }: BesideParts): Pick<ChatHost, "chat" | "onChat"> {
  let agents: readonly AgentChoice[] = [];
  return {
    chat: (sessionId) => {
      const { prompts, questions, runs } = services();
      return chatState(
        {
          settings: currentSettings(),
          agents,
          selection: selection.selection(),
          history: prompts.all(),
          questions: questions.all(),
          runs: runs.open(),
        },
        sessionId,
      );
    },
    onChat: (listener) => {
      const throttle = new Throttle(listener, CHAT_MS, timer);
      const readAgents = () => {
        const read = async () => {
          agents = await agentsOf(services());
          throttle.schedule();
        };
        // Without them there is one choice less.
        read().catch(() => undefined);
      };
      if (daemon.state === "running" && agents.length === 0) {
        readAgents();
      }
      return combinedDisposable(
        throttle,
        services().runs.onChange(throttle.schedule),
        services().questions.onChange(throttle.schedule),
        selection.onChange(throttle.schedule),
        onChange(throttle.schedule),
        daemon.onStarted(readAgents),
      );
    },
  };
}

/** A file below one of the open folders; the record of a run may come from anywhere. */
async function openFile(root: string, name: string, line: number): Promise<void> {
  const folder = await folderAt(root);
  const file = path.resolve(root, name);
  if (folder === undefined || !file.startsWith(root.replace(/[\\/]*$/, path.sep))) {
    throw new Error(t("{name} is not in an open folder. Open its folder first.", { name: oneLine(name) }));
  }
  const relative = path.relative(root, file).split(path.sep).join("/");
  if ((await workspace.fs.stat(Uri.joinPath(folder, relative)).then(undefined, () => undefined)) === undefined) {
    throw new Error(t("There is no file {relative}.", { relative: oneLine(relative) }));
  }
  const place = new Range(line - 1, 0, line - 1, 0);
  await window.showTextDocument(Uri.joinPath(folder, relative), {
    selection: place,
    viewColumn: ViewColumn.One,
  });
}

/** The open folder that the server knows by that path. */
async function folderAt(root: string): Promise<Uri | undefined> {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    const real = await realpath(uri.fsPath).catch(() => uri.fsPath);
    if (root === uri.fsPath || root === real) {
      return uri;
    }
  }
  return undefined;
}
