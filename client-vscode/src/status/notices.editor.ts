/** Notifications about the server. */

import { commands, workspace, type LogOutputChannel, type Memento } from "vscode";

import { errorMessage } from "../commands/errorMessage";
import type { MessageLevel } from "../commands/ui";
import type { ServerError } from "../daemon/serverError";
import type { Notices } from "../daemon/supervisor";
import { escapeLinks } from "../escapeLinks";
import { notification } from "../notification.editor";
import { pluralize } from "../displayText";

const OUTPUT = "Show Output";
const RESTART = "Restart Server";
const INSTALL = "Install Server";
const NEVER = "Don't Show Again";
const DECLINED = "architect.installDeclined";

/** `memento` is the global one; `runsOpen` counts the active runs. */
export function notices(log: LogOutputChannel, memento: Memento, runsOpen: () => number): Notices {
  return {
    restarting: (how, count, most) => {
      log.warn(`Server exited (${how}); restart ${String(count)} of ${String(most)}`);
      const cutOff = runsOpen() > 0 ? ` and interrupted ${pluralize(runsOpen(), "run")}` : "";
      const text = `The server exited unexpectedly (${how})${cutOff}. Restarting it.`;
      void notify("warning", text, { [OUTPUT]: "architect.ui.showOutput" });
    },
    restartsExhausted: (how) => {
      log.error(`Server exited (${how}); giving up`);
      const text = `The server crashed repeatedly and was not restarted (${how}).`;
      void notify("error", text, {
        [RESTART]: "architect.ui.restartServer",
        [OUTPUT]: "architect.ui.showOutput",
      });
    },
    startFailed: (error) => {
      log.error(error.message);
      void (error.remedy?.kind === "installServer" ? offerInstall(error, memento) : showError(error));
    },
  };
}

async function offerInstall(error: ServerError, memento: Memento): Promise<void> {
  if (memento.get(DECLINED) === true) {
    return;
  }
  const text = errorMessage(error, true)?.message ?? error.message;
  const chosen = await notification("info", `Architect: ${escapeLinks(text)}`, [INSTALL, NEVER]);
  if (chosen === INSTALL) {
    await commands.executeCommand("architect.ui.installServer");
  } else if (chosen === NEVER) {
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
