/** Where the server is: a setting, the workspace's Python environment, PATH, our own install. */

import { homedir } from "node:os";
import * as path from "node:path";

import { DaemonFault } from "./daemonFault";

export interface ServerCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Where it was found, for people. */
  readonly source: string;
}

/** What matters for programs on PATH. Paths are of the machine that the extension host runs on. */
export interface PathPlaces {
  /** The variable PATH. */
  readonly path: string;
  readonly isTrusted: boolean;
  readonly folders: readonly string[];
  readonly isWindows: boolean;
  readonly isProgram: (file: string) => Promise<boolean>;
}

export interface Places extends PathPlaces {
  /** The setting; empty if it is not set. */
  readonly setting: string;
  readonly arguments: readonly string[];
  /** The Python environments that the user chose for the workspace, asked for only if trusted. */
  readonly chosenEnvironments: () => Promise<readonly string[]>;
  /** Of our own install; undefined if there is none. */
  readonly privateEnvironment: () => Promise<string | undefined>;
}

const OWN_ENVIRONMENTS = [".venv", "venv"];

/**
 * The server to start, which is none of the programs `refused`; undefined if there is none.
 *
 * What lies in the workspace is started only if the workspace is trusted: opening a stranger's
 * repository must not run its code. Throws a `DaemonFault` if the setting names no program.
 */
export async function findServer(
  places: Places,
  refused: readonly string[] = [],
): Promise<ServerCommand | undefined> {
  if (places.setting) {
    const named = command(places, await fromSetting(places), "the setting architect.server.path");
    return refused.includes(named.program) ? undefined : named;
  }
  const left: Places = {
    ...places,
    isProgram: async (file) => !refused.includes(file) && (await places.isProgram(file)),
  };
  return (await fromWorkspace(left)) ?? (await fromPath(left)) ?? (await fromPrivateInstall(left));
}

/** The program `architect` of a Python environment, whether it exists or not. */
export function programIn(environment: string, isWindows: boolean): string {
  return isWindows
    ? path.join(environment, "Scripts", "architect.exe")
    : path.join(environment, "bin", "architect");
}

async function fromSetting(places: Places): Promise<string> {
  const named = places.setting.replace(/^~(?=[/\\]|$)/, homedir());
  const isName = !/[/\\]/.test(named);
  const program = isName ? await findOnPath(places, named) : named;
  if (program === undefined || !path.isAbsolute(program) || !(await places.isProgram(program))) {
    const what = isName ? "which is not on PATH" : "which is not an absolute path to an executable";
    throw new DaemonFault(
      "no_server",
      `The setting architect.server.path is '${places.setting}', ${what}. Change or clear it.`,
    );
  }
  return program;
}

async function fromWorkspace(places: Places): Promise<ServerCommand | undefined> {
  if (!places.isTrusted) {
    return undefined;
  }
  const own = places.folders.flatMap((folder) =>
    OWN_ENVIRONMENTS.map((name) => path.join(folder, name)),
  );
  const environments = [...(await places.chosenEnvironments()), ...own];
  // One without a folder would be looked for wherever this process happens to stand.
  for (const environment of environments.filter((each) => path.isAbsolute(each))) {
    const program = programIn(environment, places.isWindows);
    if (await places.isProgram(program)) {
      return command(places, program, "the Python environment of the workspace");
    }
  }
  return undefined;
}

async function fromPath(places: Places): Promise<ServerCommand | undefined> {
  const program = await findOnPath(places, places.isWindows ? "architect.exe" : "architect");
  return program === undefined ? undefined : command(places, program, "PATH");
}

/** The program `name`, with its ending, in the first folder of PATH that has it. */
export async function findOnPath(places: PathPlaces, name: string): Promise<string | undefined> {
  const separator = places.isWindows ? ";" : ":";
  for (const folder of places.path.split(separator)) {
    // A relative entry means the workspace, and so does one inside of it.
    if (!path.isAbsolute(folder) || (!places.isTrusted && isInside(folder, places.folders))) {
      continue;
    }
    const program = path.join(folder, name);
    if (await places.isProgram(program)) {
      return program;
    }
  }
  return undefined;
}

function isInside(folder: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    const way = path.relative(root, folder);
    return way === "" || (!way.startsWith("..") && !path.isAbsolute(way));
  });
}

async function fromPrivateInstall(places: Places): Promise<ServerCommand | undefined> {
  const environment = await places.privateEnvironment();
  if (environment === undefined) {
    return undefined;
  }
  const program = programIn(environment, places.isWindows);
  const found = await places.isProgram(program);
  return found ? command(places, program, "the extension's own installation") : undefined;
}

function command(places: Places, program: string, source: string): ServerCommand {
  return { program, arguments: ["lsp", ...places.arguments], source };
}
