/** What the user is told of the server. */

import { commands, window, workspace, type LogOutputChannel, type Memento } from "vscode";

import { faultWords } from "../commands/faultWords";
import type { DaemonFault } from "../daemon/daemonFault";
import type { Notices } from "../daemon/supervisor";
import { plainLabel } from "../plainLabel";
import { counted } from "../shownText";

const OUTPUT = "Show Output";
const RESTART = "Restart Server";
const INSTALL = "Install Server";
const NEVER = "Don't Show Again";
const DECLINED = "architect.installDeclined";

/** `memory` is that of all windows; `runsOpen` counts the runs that go on. */
export function notices(log: LogOutputChannel, memory: Memento, runsOpen: () => number): Notices {
  return {
    restarting: (how, count, most) => {
      log.warn(`Server exited (${how}); restart ${String(count)} of ${String(most)}`);
      const cutOff = runsOpen() > 0 ? ` and interrupted ${counted(runsOpen(), "run")}` : "";
      const text = `The server exited unexpectedly (${how})${cutOff}. Restarting it.`;
      void tell(window.showWarningMessage, text, { [OUTPUT]: "architect.ui.showOutput" });
    },
    gaveUp: (how) => {
      log.error(`Server exited (${how}); giving up`);
      const text = `The server crashed repeatedly and was not restarted (${how}).`;
      void tell(window.showErrorMessage, text, {
        [RESTART]: "architect.ui.restartServer",
        [OUTPUT]: "architect.ui.showOutput",
      });
    },
    notStarted: (fault) => {
      log.error(fault.message);
      void (fault.code === "no_server" ? offerInstall(fault, memory) : tellFault(fault));
    },
  };
}

async function offerInstall(fault: DaemonFault, memory: Memento): Promise<void> {
  if (memory.get(DECLINED) === true) {
    return;
  }
  const text = `Architect: ${plainLabel(fault.message)}`;
  const chosen = await window.showInformationMessage(text, INSTALL, NEVER);
  if (chosen === INSTALL) {
    await commands.executeCommand("architect.ui.installServer");
  } else if (chosen === NEVER) {
    await memory.update(DECLINED, true);
  }
}

async function tellFault(fault: DaemonFault): Promise<void> {
  const words = faultWords(fault, (workspace.workspaceFolders ?? []).length > 0);
  if (words !== undefined) {
    const buttons = words.remedies.map(({ label, command }) => [label, command]);
    await tell(window.showErrorMessage, words.message, Object.fromEntries(buttons) as Buttons);
  }
}

/** Commands by label. */
type Buttons = Readonly<Record<string, string>>;
type Show = (message: string, ...buttons: string[]) => Thenable<string | undefined>;

async function tell(show: Show, message: string, buttons: Buttons): Promise<void> {
  const chosen = await show(`Architect: ${plainLabel(message)}`, ...Object.keys(buttons));
  const command = chosen === undefined ? undefined : buttons[chosen];
  if (command !== undefined) {
    await commands.executeCommand(command);
  }
}
