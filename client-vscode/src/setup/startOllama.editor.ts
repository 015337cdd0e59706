/** `Start Ollama`: its server in a terminal, where it can be read and ended. */

import { Uri, env, window } from "vscode";

import { findOnPath } from "../daemon/discovery";
import { pathLookup } from "../daemon/serverLocations.editor";
import { t } from "../l10n";

const DOWNLOAD_PAGE = "https://ollama.com/download";
const NAME = "Ollama";
const MESSAGE_MS = 8_000;

/** Where it is not installed, its download page is opened; nothing is downloaded from here. */
export async function startOllama(): Promise<void> {
  const lookup = pathLookup();
  const program = await findOnPath(lookup, lookup.isWindows ? "ollama.exe" : "ollama");
  if (program === undefined) {
    window.setStatusBarMessage(t("Architect: Ollama is not installed; its download page is opened"), MESSAGE_MS);
    await env.openExternal(Uri.parse(DOWNLOAD_PAGE));
    return;
  }
  const running = window.terminals.find(({ name, exitStatus }) => name === NAME && exitStatus === undefined);
  const terminal = running ?? window.createTerminal({ name: NAME, shellPath: program, shellArgs: ["serve"] });
  terminal.show(true);
}
