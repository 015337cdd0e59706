/** A Python that can make an environment for the server. */

import { t } from "../l10n";
import { findOnPath, type PathLookup } from "./discovery";
import type { Runner } from "./programs";

/** What the server needs, `requires-python` of its pyproject.toml. */
export const OLDEST = [3, 11] as const;

const NAMES = ["python3.13", "python3.12", "python3.11", "python3.14", "python3", "python"];
const NAMES_ON_WINDOWS = ["py.exe", "python.exe"];

const PROBE = "import sys; print('%d.%d' % sys.version_info[:2]); import ensurepip, venv";

/** Why a Python cannot be used, for people. */
export interface PythonProblem {
  readonly program: string;
  readonly problem: string;
}

export interface PythonSearch {
  /** Absolute path; undefined if none can be used. */
  readonly program: string | undefined;
  readonly problems: readonly PythonProblem[];
}

/** The first of `chosen` and those on PATH that is new enough and has its `venv` module. */
export async function findPython(
  chosen: readonly string[],
  lookup: PathLookup,
  run: Runner,
  cwd: string,
): Promise<PythonSearch> {
  const problems: PythonProblem[] = [];
  for (const program of [...chosen, ...(await onPath(lookup))]) {
    const problem = await problemOf(program, run, cwd);
    if (problem === undefined) {
      return { program, problems };
    }
    problems.push({ program, problem });
  }
  return { program: undefined, problems };
}

/** What to do about it that there is none, in a sentence. */
export function pythonAdvice(problems: readonly PythonProblem[]): string {
  const needed = OLDEST.join(".");
  if (problems.some(({ problem }) => problem === t("no venv module"))) {
    return t("Python is installed without its venv module. Install it (on Debian and Ubuntu: apt install python3-venv), then install the server again.");
  }
  const seen = problems.map(({ program, problem }) => `${program} (${problem})`);
  const why = seen.length > 0 ? t(" (found: {seen})", { seen: seen.join(", ") }) : "";
  return t("The server requires Python {needed} or newer{why}. Install it, then install the server again.", { needed, why });
}

async function onPath(lookup: PathLookup): Promise<string[]> {
  const found: string[] = [];
  for (const name of lookup.isWindows ? NAMES_ON_WINDOWS : NAMES) {
    const program = await findOnPath(lookup, name);
    if (program !== undefined) {
      found.push(program);
    }
  }
  return found;
}

async function problemOf(program: string, run: Runner, cwd: string): Promise<string | undefined> {
  // -I: neither the folder nor the user's variables add modules.
  const { code, output } = await run(program, ["-I", "-c", PROBE], { cwd });
  const version = /^(\d+)\.(\d+)$/m.exec(output);
  if (version === null) {
    return t("it fails to run");
  }
  const [major, minor] = [Number(version[1]), Number(version[2])];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return t("version {major}.{minor}", { major, minor });
  }
  return code === 0 ? undefined : t("no venv module");
}
