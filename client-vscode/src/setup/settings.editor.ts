/** The settings as VS Code has them. */

import { ConfigurationTarget, workspace } from "vscode";

import { readSettings, type Settings } from "./settings";

const SECTION = "architect";

export function currentSettings(): Settings {
  const configuration = workspace.getConfiguration(SECTION);
  return readSettings((name) => configuration.inspect(name));
}

/** Write a setting of the user's; undefined removes it. */
export async function setSetting(name: string, value: unknown): Promise<void> {
  await workspace.getConfiguration(SECTION).update(name, value, ConfigurationTarget.Global);
}
