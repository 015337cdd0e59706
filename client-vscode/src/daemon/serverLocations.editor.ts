/** Where servers and Pythons are looked for, in this window. */

import { realpathSync } from "node:fs";

import { workspace } from "vscode";

import type { Settings } from "../setup/settings";
import type { PathLookup, ServerLookup } from "./discovery";
import { findBundle, findInstall } from "./privateInstall";
import { isProgram } from "./programs";
import { chosenPythons } from "./pythonExtension.editor";

/** Of the extension's own installation. */
export interface ServerHome {
  /** The folder of its Python environments. */
  readonly folder: string;
  /** The folder with the server that came with the extension. */
  readonly bundleFolder: string;
}

export function pathLookup(): PathLookup {
  return {
    path: process.env["PATH"] ?? "",
    isTrusted: workspace.isTrusted,
    folders: folders(),
    isWindows: process.platform === "win32",
    isProgram,
  };
}

export function serverLookup(settings: Settings, home: ServerHome): ServerLookup {
  return {
    ...pathLookup(),
    setting: settings.serverPath,
    arguments: settings.serverArguments,
    chosenEnvironments: async () => (await chosenPythons()).map(({ environment }) => environment),
    privateEnvironment: () => ownInstall(home),
  };
}

async function ownInstall(home: ServerHome): Promise<string | undefined> {
  const bundle = await findBundle(home.bundleFolder);
  return await findInstall(home.folder, bundle?.version ?? "");
}

/** As they are called, and as they really are. */
function folders(): string[] {
  const named = (workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);
  return [...new Set(named.flatMap((folder) => [folder, real(folder)]))];
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
