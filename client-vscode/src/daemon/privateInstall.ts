/** The server in a Python environment of the extension's own, from the wheel that came with it. */

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import * as path from "node:path";

import type { Cancellation } from "../disposable";
import { t } from "../l10n";
import { programIn } from "./discovery";
import { explainInstallFailure } from "./installFailures";
import type { Runner } from "./programs";

/** What the extension brings along, in its folder `server`. */
export interface Bundle {
  /** Absolute path of the wheel. */
  readonly wheel: string;
  readonly version: string;
  /** Absolute path of the locked dependencies with their hashes, if they came along. */
  readonly requirements: string | undefined;
}

export interface Progress {
  step(message: string): void;
  line(line: string): void;
}

export interface Installation {
  readonly bundle: Bundle;
  /** Of the Python that makes the environment. */
  readonly python: string;
  /** The folder of all our environments. */
  readonly home: string;
  readonly isWindows: boolean;
  readonly run: Runner;
  readonly progress: Progress;
  readonly cancellation: Cancellation;
}

/** Its message is a sentence for the user. */
export class InstallError extends Error {}

/** Somebody pressed Cancel. */
export class InstallCancelled extends Error {}

/** Written last, so that a half-made environment is never taken for a whole one. */
const MARKER = "architect-install.json";
const LOCK = ".installing";
/** A whole environment that is made anew, until the new one is whole; it works nowhere else. */
const BACKUP = ".before";
const STALE_LOCK_MS = 15 * 60 * 1000;

/** The wheel in the folder `server` of the extension; undefined if it came without. */
export async function findBundle(folder: string): Promise<Bundle | undefined> {
  const names = await namesIn(folder);
  const wheel = names.find((name) => name.endsWith(".whl"));
  if (wheel === undefined) {
    return undefined;
  }
  const requirements = names.includes("requirements.txt");
  return {
    wheel: path.join(folder, wheel),
    version: wheel.split("-")[1] ?? "unknown",
    requirements: requirements ? path.join(folder, "requirements.txt") : undefined,
  };
}

/** The environment that was made for `version`, else the newest; undefined without any. */
export async function findInstall(home: string, version: string): Promise<string | undefined> {
  const names = await namesIn(home);
  const environments = names.filter((name) => name !== BACKUP);
  const newestFirst = environments.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  for (const name of [version, ...newestFirst]) {
    const environment = path.join(home, name);
    if (names.includes(name) && (await isComplete(environment))) {
      return environment;
    }
  }
  return undefined;
}

export interface Update {
  readonly installed: string;
  /** The version that came with the extension. */
  readonly bundled: string;
}

/** The update there is for `program`, if it is of one of our environments below `home`. */
export async function updateFor(
  program: string,
  home: string,
  bundleFolder: string,
): Promise<Update | undefined> {
  const [installed = ""] = path.relative(home, program).split(path.sep);
  const bundled = (await findBundle(bundleFolder))?.version;
  return isIn(home, program) && bundled !== undefined && bundled !== installed ? { installed, bundled } : undefined;
}

/** Whether `program` is of one of our environments below `home`. */
export function isIn(home: string, program: string): boolean {
  const [first = "", ...inside] = path.relative(home, program).split(path.sep);
  return inside.length > 0 && first !== "..";
}

/**
 * Make the environment anew and put the server into it; the folder of the environment.
 *
 * Throws an `InstallError` that says what to do, or `InstallCancelled`; what was there is left then.
 */
export async function install(installation: Installation): Promise<string> {
  const { home, bundle } = installation;
  const environment = path.join(home, bundle.version);
  await mkdir(home, { recursive: true });
  await lock(home);
  try {
    await backUp(environment);
    await fill(environment, installation);
    await writeFile(path.join(environment, MARKER), JSON.stringify({ version: bundle.version }));
    await removeOthers(home, bundle.version);
    return environment;
  } catch (error) {
    await rm(environment, { recursive: true, force: true });
    await rename(path.join(home, BACKUP), environment).catch(() => undefined);
    throw error;
  } finally {
    await rm(path.join(home, LOCK), { recursive: true, force: true });
  }
}

/** Make room for an environment. */
async function backUp(environment: string): Promise<void> {
  const before = path.join(path.dirname(environment), BACKUP);
  if (await isComplete(environment)) {
    await rm(before, { recursive: true, force: true });
    await rename(environment, before);
  }
  await rm(environment, { recursive: true, force: true });
}

async function fill(environment: string, installation: Installation): Promise<void> {
  const { bundle, python, progress, isWindows } = installation;
  progress.step(t("Creating Python environment"));
  await runStep(installation, python, ["-I", "-m", "venv", environment]);
  const inside = path.join(environment, ...(isWindows ? ["Scripts", "python.exe"] : ["bin", "python"]));
  const pip = ["-I", "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--retries", "2"];
  // Building a package would run its code with the user's rights.
  const binary = [...pip, "--only-binary", ":all:"];
  progress.step(t("Downloading dependencies"));
  if (bundle.requirements !== undefined) {
    const locked = ["--require-hashes", "--requirement", bundle.requirements];
    await runStep(installation, inside, [...binary, ...locked]);
  }
  const alone = bundle.requirements === undefined ? [] : ["--no-deps"];
  progress.step(t("Installing server {version}", { version: bundle.version }));
  await runStep(installation, inside, [...binary, ...alone, bundle.wheel]);
  await runStep(installation, programIn(environment, isWindows), ["--version"]);
}

async function runStep(
  installation: Installation,
  program: string,
  args: readonly string[],
): Promise<void> {
  const { run, progress, cancellation, home } = installation;
  stopIfCancelled(cancellation);
  progress.line(`> ${[program, ...args].join(" ")}`);
  const onLine = (line: string) => {
    progress.line(line);
  };
  const { code, output } = await run(program, args, { cwd: home, onLine, cancellation });
  stopIfCancelled(cancellation);
  if (code !== 0) {
    throw new InstallError(explainInstallFailure(output));
  }
}

function stopIfCancelled(cancellation: Cancellation): void {
  if (cancellation.isCancellationRequested) {
    throw new InstallCancelled(t("Installation cancelled."));
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((): string[] => []);
}

async function isComplete(environment: string): Promise<boolean> {
  return await readFile(path.join(environment, MARKER)).then(
    () => true,
    () => false,
  );
}

async function lock(home: string): Promise<void> {
  const folder = path.join(home, LOCK);
  const since = await stat(folder).catch(() => undefined);
  if (since !== undefined && Date.now() - since.mtimeMs > STALE_LOCK_MS) {
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await mkdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InstallError(
      code === "EEXIST"
        ? t("The server is being installed in another window. Wait until it is done.")
        : `${explainInstallFailure(message)} (${message})`,
    );
  }
}

/** Those of earlier versions; one that is in use on Windows stays. */
async function removeOthers(home: string, version: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name !== version && name !== LOCK) {
      await rm(path.join(home, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
