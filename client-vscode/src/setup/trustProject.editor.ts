/** `Trust Project`: let the settings count that the project brings along. */

import { homedir } from "node:os";

import { commands, window, workspace } from "vscode";

import { ServerError } from "../daemon/serverError";
import type { ServerCommand } from "../daemon/discovery";
import { runProgram } from "../daemon/programs";
import { ownEnvironment } from "../daemon/serverProcess";
import { t } from "../l10n";

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
    throw new ServerError("no_server", t("The Architect server is not installed on this machine."));
  }
  if (await needsNoTrust(command.program, folder)) {
    void window.showInformationMessage(t("Architect: This project has no configuration that requires trust."));
    return;
  }
  await askInTerminal(command.program, folder);
  // The terminal goes with the answer.
  const isTrusted = await needsNoTrust(command.program, folder);
  const result = isTrusted ? t("This project is trusted") : t("This project is not trusted");
  void window.showInformationMessage(`Architect: ${result}.`);
}

/** Whether nothing of the project waits for trust. */
async function needsNoTrust(program: string, folder: string): Promise<boolean> {
  const env = ownEnvironment(process.env);
  const show = ["trust", "--show", folder];
  const { code, output } = await runProgram(program, show, { cwd: homedir(), env });
  if (code !== 0 && code !== 1) {
    throw new ServerError("other", output.trim() || t("The server was unable to read the project."));
  }
  return code === 0;
}

/** Resolves when the question was answered, or its terminal closed. */
async function askInTerminal(program: string, folder: string): Promise<void> {
  const terminal = window.createTerminal({
    name: "Architect: Trust",
    ...shellCommand(program, ["trust", folder]),
    cwd: homedir(),
  });
  const closed = new Promise<void>((resolve) => {
    const listening = window.onDidCloseTerminal((each) => {
      if (each === terminal) {
        listening.dispose();
        resolve();
      }
    });
  });
  terminal.show();
  await closed;
}

/** "No" is exit code 1, which VS Code would report as a failed program. */
function shellCommand(program: string, words: readonly string[]): { shellPath: string; shellArgs: string[] } {
  return process.platform === "win32"
    ? { shellPath: program, shellArgs: [...words] }
    : { shellPath: "/bin/sh", shellArgs: ["-c", '"$0" "$@" || [ $? -eq 1 ]', program, ...words] };
}

async function chosenFolder(): Promise<string | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new ServerError("not_configured", t("No folder is open. Open your project folder first."));
  }
  const picked = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  return picked?.uri.fsPath;
}
