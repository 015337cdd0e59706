/** Notifications about the server. */

import { commands, workspace, type LogOutputChannel, type Memento } from "vscode";

import { errorMessage } from "../commands/errorMessage";
import type { Services } from "../commands/services";
import type { MessageLevel } from "../commands/ui";
import type { Daemon } from "../daemon/daemon";
import { ServerError } from "../daemon/serverError";
import type { ShowMessage } from "../daemon/serverMessages";
import type { Notices } from "../daemon/supervisor";
import { combinedDisposable, type Disposable } from "../disposable";
import { escapeLinks } from "../escapeLinks";
import { t } from "../l10n";
import { notification } from "../notification.editor";
import { pluralize } from "../displayText";
import type { Chats } from "../panel/chats.editor";
import { ServerProblem } from "./serverProblem";
import { askInOnePlace } from "./serverQuestions";

const OUTPUT = t("Show Output");
const RESTART = t("Restart Server");
const INSTALL = t("Install Server");
const NEVER = t("Don't Show Again");
const DECLINED = "architect.installDeclined";

export interface NoticesParts {
  readonly services: () => Pick<Services, "runs">;
  readonly chats: () => Pick<Chats, "tell" | "notify" | "onVisibility">;
}

/** From `watch` on, what a chat that is opened has room for is no notification any more. */
export interface WatchedNotices extends Notices {
  watch(daemon: Pick<Daemon, "onStarted">): Disposable;
  /** What the server says of itself, and asks. */
  readonly show: ShowMessage;
}

/** `memento` is the global one. */
export function notices(log: LogOutputChannel, memento: Memento, { services, chats }: NoticesParts): WatchedNotices {
  const { problem, show } = told(chats);
  return {
    show,
    watch: (daemon) => combinedDisposable(problem.watch(), daemon.onStarted(() => { problem.forget(); })),
    restarting: (how, count, most) => {
      log.warn(`Server exited (${how}); restart ${String(count)} of ${String(most)}`);
      const open = services().runs.open().length;
      const text =
        open > 0
          ? t("The server exited unexpectedly ({how}) and interrupted {runs}. It restarts automatically.", { how, runs: pluralize(open, "run") })
          : t("The server exited unexpectedly ({how}). It restarts automatically.", { how });
      const showOutput = async () => commands.executeCommand("architect.ui.showOutput");
      if (!chats().notify("warning", text, [{ label: OUTPUT, act: showOutput }])) {
        void notify("warning", text, { [OUTPUT]: "architect.ui.showOutput" });
      }
    },
    restartsExhausted: (how) => {
      log.error(`Server exited (${how}); giving up`);
      const text = t("The server crashed repeatedly and was not restarted ({how}).", { how });
      const error = new ServerError("connection", text, true, { kind: "restartServer", setting: "" });
      problem.tell(error, () => {
        void notify("error", text, {
          [RESTART]: "architect.ui.restartServer",
          [OUTPUT]: "architect.ui.showOutput",
        });
      });
    },
    startFailed: (error) => {
      log.error(error.message);
      const isMissing = error.remedy?.kind === "installServer";
      if (isMissing && memento.get(DECLINED) === true) {
        return;
      }
      problem.tell(error, () => {
        void (isMissing ? offerInstall(error, memento, problem) : showError(error));
      });
    },
  };
}

/** What is told in the chat that is in sight, else by a notification. */
function told(chats: NoticesParts["chats"]): { readonly problem: ServerProblem; readonly show: ShowMessage } {
  const places = {
    onVisibility: (listener: () => void) => chats().onVisibility(listener),
    hideNotifications: () => void commands.executeCommand("notifications.hideToasts"),
  };
  return {
    problem: new ServerProblem({ ...places, inChat: (error) => chats().tell(error) }),
    show: askInOnePlace({
      ...places,
      inChat: (level, text, buttons) => chats().notify(level, text, buttons, true),
      notify: notification,
    }),
  };
}

async function offerInstall(error: ServerError, memento: Memento, problem: ServerProblem): Promise<void> {
  const text = errorMessage(error, true)?.message ?? error.message;
  const chosen = await notification("info", `Architect: ${escapeLinks(text)}`, [INSTALL, NEVER]);
  if (chosen === INSTALL) {
    await commands.executeCommand("architect.ui.installServer");
  } else if (chosen === NEVER) {
    problem.forget();
    await memento.update(DECLINED, true);
  }
}

async function showError(error: ServerError): Promise<void> {
  const text = errorMessage(error, (workspace.workspaceFolders ?? []).length > 0);
  if (text !== undefined) {
    const chosen = await notification("error", `Architect: ${escapeLinks(text.message)}`, text.actions.map(({ label }) => label));
    const action = text.actions.find(({ label }) => label === chosen);
    if (action !== undefined) {
      await commands.executeCommand(action.command, action.argument);
    }
  }
}

/** Commands by label. */
type Buttons = Readonly<Record<string, string>>;

async function notify(level: MessageLevel, message: string, buttons: Buttons): Promise<void> {
  const chosen = await notification(level, `Architect: ${escapeLinks(message)}`, Object.keys(buttons));
  const command = chosen === undefined ? undefined : buttons[chosen];
  if (command !== undefined) {
    await commands.executeCommand(command);
  }
}
