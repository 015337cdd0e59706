/** `Trust This Project`: let the settings count that the project brings along. */

import { homedir } from "node:os";

import { commands, window, workspace } from "vscode";

import { DaemonFault } from "../daemon/daemonFault";
import type { ServerCommand } from "../daemon/discovery";
import { runProgram } from "../daemon/programs";
import { ownEnvironment } from "../daemon/serverProcess";

/** The server shows what it is about and asks in a terminal, as it does everywhere. */
export async function trustProject(command: ServerCommand | undefined): Promise<void> {
  if (!workspace.isTrusted) {
    await commands.executeCommand("workbench.trust.manage");
    return;
  }
  const folder = await chosenFolder();
  if (folder === undefined) {
    return;
  }
  if (command === undefined) {
    throw new DaemonFault("no_server", "The Architect server is not installed on this machine.");
  }
  const env = ownEnvironment(process.env);
  const show = ["trust", "--show", folder];
  const { code, output } = await runProgram(command.program, show, { cwd: homedir(), env });
  if (code === 0) {
    void window.showInformationMessage(
      "Architect: all settings of this project count already, or it has none.",
    );
    return;
  }
  if (code !== 1) {
    throw new DaemonFault("other", output.trim() || "The server could not read the project.");
  }
  const shellArgs = ["trust", folder];
  const terminal = window.createTerminal({
    name: "Architect: Trust",
    shellPath: command.program,
    shellArgs,
    cwd: homedir(),
  });
  terminal.show();
}

async function chosenFolder(): Promise<string | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new DaemonFault("not_configured", "No folder is open; open the folder of the project.");
  }
  const picked = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  return picked?.uri.fsPath;
}
