/** `Install LiteLLM`: into the environment that the server runs in. */

import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import * as path from "node:path";

import { window } from "vscode";

import type { ServerCommand } from "../daemon/discovery";
import { ServerError } from "../daemon/serverError";
import { isIn } from "../daemon/privateInstall";
import { t } from "../l10n";

/** 1.82.7 and 1.82.8 were compromised on the package index. */
const REQUIREMENT = "litellm>=1.83";

/**
 * The extension's own environment is made anew by `reinstall`, which brings LiteLLM along. In one of
 * the user's, the command is put into a terminal: what happens there is the user's to decide.
 */
export async function installLitellm(
  server: ServerCommand | undefined,
  home: string,
  reinstall: () => Promise<void>,
): Promise<void> {
  if (server === undefined) {
    throw new ServerError("no_server", t("The Architect server is not installed on this machine."));
  }
  if (isIn(home, server.program)) {
    await reinstall();
    return;
  }
  const program = await realpath(server.program).catch(() => server.program);
  const python = path.join(path.dirname(program), process.platform === "win32" ? "python.exe" : "python");
  const terminal = window.createTerminal({ name: t("Install LiteLLM"), cwd: homedir() });
  terminal.show();
  terminal.sendText(`${quoted(python)} -m pip install ${quoted(REQUIREMENT)}`, false);
  void window.showInformationMessage(
    t("Architect: The server runs from a Python environment of yours. Press Enter in the terminal to install LiteLLM there."),
  );
}

function quoted(word: string): string {
  if (process.platform === "win32") {
    return `"${word}"`;
  }
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
