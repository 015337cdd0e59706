/** Where the server is: a setting, the workspace's Python environment, PATH, our own install. */

import { homedir } from "node:os";
import * as path from "node:path";

import { t } from "../l10n";
import type { Remedy } from "../remedies";
import { ServerError } from "./serverError";

export interface ServerCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Where it was found, for people. */
  readonly source: string;
}

/** What matters for programs on PATH. Paths are of the machine that the extension host runs on. */
export interface PathLookup {
  /** The variable PATH. */
  readonly path: string;
  readonly isTrusted: boolean;
  readonly folders: readonly string[];
  readonly isWindows: boolean;
  readonly isProgram: (file: string) => Promise<boolean>;
}

export interface ServerLookup extends PathLookup {
  /** The setting; empty if it is not set. */
  readonly setting: string;
  readonly arguments: readonly string[];
  /** The Python environments that the user chose for the workspace, asked for only if trusted. */
  readonly chosenEnvironments: () => Promise<readonly string[]>;
  /** Of our own install; undefined if there is none. */
  readonly privateEnvironment: () => Promise<string | undefined>;
}

/** What helps where the setting names no server. */
export const SERVER_PATH: Remedy = { kind: "openSettings", setting: "architect.server.path" };

const OWN_ENVIRONMENTS = [".venv", "venv"];

/**
 * The server to start, which is none of the programs `excluded`; undefined if there is none.
 *
 * What lies in the workspace is started only if the workspace is trusted: opening a stranger's
 * repository must not run its code. Throws a `ServerError` if the setting names no program.
 */
export async function findServer(
  lookup: ServerLookup,
  excluded: readonly string[] = [],
): Promise<ServerCommand | undefined> {
  if (lookup.setting) {
    const named = command(lookup, await fromSetting(lookup), "the setting architect.server.path");
    return excluded.includes(named.program) ? undefined : named;
  }
  const left: ServerLookup = {
    ...lookup,
    isProgram: async (file) => !excluded.includes(file) && (await lookup.isProgram(file)),
  };
  return (await fromWorkspace(left)) ?? (await fromPath(left)) ?? (await fromPrivateInstall(left));
}

/** The program `architect` of a Python environment, whether it exists or not. */
export function programIn(environment: string, isWindows: boolean): string {
  return isWindows
    ? path.join(environment, "Scripts", "architect.exe")
    : path.join(environment, "bin", "architect");
}

async function fromSetting(lookup: ServerLookup): Promise<string> {
  const named = lookup.setting.replace(/^~(?=[/\\]|$)/, homedir());
  const isName = !/[/\\]/.test(named);
  const program = isName ? await findOnPath(lookup, named) : named;
  if (program === undefined || !path.isAbsolute(program) || !(await lookup.isProgram(program))) {
    const what = isName ? t("which is not on PATH") : t("which is not an absolute path to an executable");
    throw new ServerError(
      "no_server",
      t("The setting architect.server.path is '{setting}', {what}. Change or clear it.", { setting: lookup.setting, what }),
      false,
      SERVER_PATH,
    );
  }
  return program;
}

async function fromWorkspace(lookup: ServerLookup): Promise<ServerCommand | undefined> {
  if (!lookup.isTrusted) {
    return undefined;
  }
  const own = lookup.folders.flatMap((folder) =>
    OWN_ENVIRONMENTS.map((name) => path.join(folder, name)),
  );
  const environments = [...(await lookup.chosenEnvironments()), ...own];
  // One without a folder would be looked for wherever this process happens to stand.
  for (const environment of environments.filter((each) => path.isAbsolute(each))) {
    const program = programIn(environment, lookup.isWindows);
    if (await lookup.isProgram(program)) {
      return command(lookup, program, "the Python environment of the workspace");
    }
  }
  return undefined;
}

async function fromPath(lookup: ServerLookup): Promise<ServerCommand | undefined> {
  const program = await findOnPath(lookup, lookup.isWindows ? "architect.exe" : "architect");
  return program === undefined ? undefined : command(lookup, program, "PATH");
}

/** The program `name`, with its ending, in the first folder of PATH that has it. */
export async function findOnPath(lookup: PathLookup, name: string): Promise<string | undefined> {
  const separator = lookup.isWindows ? ";" : ":";
  for (const folder of lookup.path.split(separator)) {
    // A relative entry means the workspace, and so does one inside of it.
    if (!path.isAbsolute(folder) || (!lookup.isTrusted && isInside(folder, lookup.folders))) {
      continue;
    }
    const program = path.join(folder, name);
    if (await lookup.isProgram(program)) {
      return program;
    }
  }
  return undefined;
}

function isInside(folder: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    const relative = path.relative(root, folder);
    return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
  });
}

async function fromPrivateInstall(lookup: ServerLookup): Promise<ServerCommand | undefined> {
  const environment = await lookup.privateEnvironment();
  if (environment === undefined) {
    return undefined;
  }
  const program = programIn(environment, lookup.isWindows);
  const found = await lookup.isProgram(program);
  return found ? command(lookup, program, "the extension's own installation") : undefined;
}

function command(lookup: ServerLookup, program: string, source: string): ServerCommand {
  return { program, arguments: ["lsp", ...lookup.arguments], source };
}
