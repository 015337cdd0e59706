/** `Install Server`: the private install with progress, Cancel, and the output in the log. */

import { homedir } from "node:os";

import { ProgressLocation, window, type LogOutputChannel } from "vscode";

import type { Cancellation } from "../disposable";
import { t } from "../l10n";
import { SERVER_PATH } from "./discovery";
import { ServerError } from "./serverError";
import { pathLookup, type ServerHome } from "./serverLocations.editor";
import { findBundle, install, InstallCancelled, InstallError, type Bundle } from "./privateInstall";
import { runProgram, type Runner } from "./programs";
import { findPython, pythonAdvice } from "./python";
import { chosenPythons } from "./pythonExtension.editor";
import { ownEnvironment } from "./serverProcess";

export interface InstallParts {
  readonly home: ServerHome;
  readonly log: LogOutputChannel;
}

/**
 * Install the server that came with the extension; its version, undefined if that was cancelled.
 *
 * Rejects with a `ServerError` that says what to do.
 */
export async function installServer(parts: InstallParts): Promise<string | undefined> {
  const bundle = await findBundle(parts.home.bundleFolder);
  if (bundle === undefined) {
    throw new ServerError(
      "other",
      t("This build of the extension does not include the server. Install the server yourself and set architect.server.path to its executable."),
      false,
      SERVER_PATH,
    );
  }
  const options = {
    location: ProgressLocation.Notification,
    title: t("Installing Architect server"),
    cancellable: true,
  };
  return await window.withProgress(options, async (progress, token) => {
    const step = (message: string) => {
      parts.log.info(t("Installing server: {message}", { message }));
      progress.report({ message });
    };
    return await attempt(bundle, parts, step, token);
  });
}

async function attempt(
  bundle: Bundle,
  parts: InstallParts,
  step: (message: string) => void,
  cancellation: Cancellation,
): Promise<string | undefined> {
  step(t("Looking for Python"));
  const python = await usablePython();
  const line = (text: string) => {
    parts.log.info(text);
  };
  try {
    await install({
      bundle,
      python,
      home: parts.home.folder,
      isWindows: process.platform === "win32",
      run: runInOwnEnvironment,
      progress: { step, line },
      cancellation,
    });
    return bundle.version;
  } catch (error) {
    if (error instanceof InstallCancelled) {
      return undefined;
    }
    throw error instanceof InstallError ? new ServerError("other", error.message) : error;
  }
}

async function usablePython(): Promise<string> {
  const lookup = pathLookup();
  // One that a stranger's repository brings along is not started.
  const chosen = lookup.isTrusted ? (await chosenPythons()).map(({ program }) => program) : [];
  const { program, problems } = await findPython(chosen, lookup, runInOwnEnvironment, homedir());
  if (program === undefined) {
    throw new ServerError("other", pythonAdvice(problems));
  }
  return program;
}

const runInOwnEnvironment: Runner = (program, args, options) =>
  runProgram(program, args, { ...options, env: ownEnvironment(process.env) });
