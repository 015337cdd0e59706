/** `Install LiteLLM`: into the environment that the server runs in. */

import { homedir } from "node:os";

import { window } from "vscode";

import type { ServerCommand } from "../daemon/discovery";
import { ServerError } from "../daemon/serverError";
import { isIn } from "../daemon/privateInstall";
import { oneLine } from "../displayText";
import { t } from "../l10n";

export interface Installation {
  readonly server: ServerCommand | undefined;
  /** Where the extension has its own environment. */
  readonly home: string;
  readonly reinstall: () => Promise<void>;
  /** What installs LiteLLM where the server runs, as the server says. */
  readonly commandLine: () => Promise<string>;
}

/**
 * The extension's own environment is made anew by `reinstall`, which brings LiteLLM along. In one of
 * the user's, the command is put into a terminal: what happens there is the user's to decide.
 */
export async function installLitellm({ server, home, reinstall, commandLine }: Installation): Promise<void> {
  if (server === undefined) {
    throw new ServerError("no_server", t("The Architect server is not installed on this machine."));
  }
  if (isIn(home, server.program)) {
    await reinstall();
    return;
  }
  // A second line would run without Enter.
  const line = oneLine(await commandLine(), MAX_LINE);
  const terminal = window.createTerminal({ name: t("Install LiteLLM"), cwd: homedir() });
  terminal.show();
  terminal.sendText(line, false);
  void window.showInformationMessage(
    t("Architect: The server runs from a Python environment of yours. Press Enter in the terminal to install LiteLLM there."),
  );
}

const MAX_LINE = 2_000;
