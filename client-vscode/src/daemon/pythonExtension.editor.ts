/** The Python environment that the user chose, as the Python extension knows it. */

import * as path from "node:path";

import { extensions, workspace, type Extension, type Uri } from "vscode";

import { within } from "./serverProcess";

/** The part of its public interface that is used: https://aka.ms/pythonEnvironmentApi. */
interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: Uri): { readonly path: string };
    resolveEnvironment(environment: { readonly path: string }): Promise<Resolved | undefined>;
  };
}

interface Resolved {
  readonly executable: { readonly uri?: Uri; readonly sysPrefix?: string };
}

const TIMEOUT_MS = 5_000;

export interface ChosenPython {
  readonly program: string;
  /** The folder of its environment. */
  readonly environment: string;
}

/** One for each folder that has one; none without the Python extension, or if it takes too long. */
export async function chosenPythons(): Promise<ChosenPython[]> {
  const extension = extensions.getExtension<PythonApi>("ms-python.python");
  if (extension === undefined) {
    return [];
  }
  // It is somebody else's: neither its errors nor its delays keep the server from starting.
  const found = chosenBy(extension).catch((): ChosenPython[] => []);
  return (await within(TIMEOUT_MS, found)) ? await found : [];
}

async function chosenBy(extension: Extension<PythonApi>): Promise<ChosenPython[]> {
  const { environments } = await extension.activate();
  const folders = workspace.workspaceFolders ?? [];
  const found = await Promise.all(folders.map(({ uri }) => chosenIn(environments, uri)));
  return found.filter((each) => each !== undefined);
}

async function chosenIn(
  api: PythonApi["environments"],
  folder: Uri,
): Promise<ChosenPython | undefined> {
  try {
    const active = api?.getActiveEnvironmentPath(folder);
    const resolved = active && (await api?.resolveEnvironment(active));
    const program = resolved?.executable.uri?.fsPath;
    if (program === undefined) {
      return undefined;
    }
    const environment = resolved?.executable.sysPrefix ?? path.dirname(path.dirname(program));
    return { program, environment };
  } catch {
    // It is somebody else's, and may change.
    return undefined;
  }
}
