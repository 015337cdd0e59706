/** A server as a process: its messages on standard input and output, its log on standard error. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { homedir } from "node:os";
import { createInterface } from "node:readline";

import type { ServerCommand } from "./discovery";

/** The editor waits 5 s for an extension to end, of which the connection had 2 already. */
const EXIT_TIMEOUT_MS = 2_000;
const AFTER_TERM_MS = 500;

export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves to `exit code 1`, `signal SIGKILL`, or why it could not be started. */
  readonly ended: Promise<string>;
  /** Wait for the end, and force it if it does not come by itself. */
  end(): Promise<void>;
}

/**
 * Start `command`, with `keys` in its environment beside our own.
 *
 * It starts in the home folder, so that nothing in a workspace can be taken for a part of it.
 */
export function startServer(
  command: ServerCommand,
  keys: Readonly<Record<string, string>>,
  log: (line: string) => void,
): ServerProcess {
  const child = spawn(command.program, command.arguments, {
    cwd: homedir(),
    env: { ...ownEnvironment(process.env), ...keys },
    stdio: "pipe",
    windowsHide: true,
  });
  createInterface({ input: child.stderr, crlfDelay: Infinity }).on("line", log);
  // The connection reports a broken pipe; without a listener it would crash the process.
  child.stdin.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => {
    child.on("error", (error) => {
      resolve(error.message);
    });
    child.on("exit", (code, signal) => {
      resolve(signal === null ? `exit code ${String(code)}` : `signal ${signal}`);
    });
  });
  return { child, ended, end: () => endOf(child, ended) };
}

/** The environment without what makes programs started from it behave as parts of the editor. */
export function ownEnvironment(environ: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environ).filter(([name]) => !name.startsWith("ELECTRON_"));
  return Object.fromEntries(kept);
}

async function endOf(child: ChildProcessWithoutNullStreams, ended: Promise<string>): Promise<void> {
  child.stdin.end();
  if (await within(EXIT_TIMEOUT_MS, ended)) {
    return;
  }
  child.kill("SIGTERM");
  if (!(await within(AFTER_TERM_MS, ended))) {
    child.kill("SIGKILL");
  }
}

/** Whether `promise` is settled within the time. */
export async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
