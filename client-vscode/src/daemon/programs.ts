/** Running a program to its end. */

import { type ChildProcess, spawn } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { createInterface } from "node:readline";

import type { Cancellation } from "../disposable";
import { NEVER } from "./cancellationSource";

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly onLine?: (line: string) => void;
  readonly cancellation?: Cancellation;
}

/** `code` is undefined if it did not end by itself, or could not be started. */
export interface ProgramResult {
  readonly code: number | undefined;
  /** What it said on both streams, the last part if that is long. */
  readonly output: string;
}

export type Runner = (
  program: string,
  args: readonly string[],
  options: RunOptions,
) => Promise<ProgramResult>;

const MAX_CHARS = 100_000;

export const runProgram: Runner = async (program, args, options) => {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that what it starts can be ended with it.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  let output = "";
  const onLine = (line: string) => {
    output = `${output}${line}\n`.slice(-MAX_CHARS);
    options.onLine?.(line);
  };
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream, crlfDelay: Infinity }).on("line", onLine);
  }
  const cancellation = options.cancellation ?? NEVER;
  const registration = cancellation.onCancellationRequested(() => {
    endGroup(child);
  });
  if (cancellation.isCancellationRequested) {
    endGroup(child);
  }
  try {
    return { code: await endOf(child, onLine), output };
  } finally {
    registration.dispose();
  }
};

/** Whether `file` is a file that may be started. */
export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

function endOf(child: ChildProcess, onLine: (line: string) => void): Promise<number | undefined> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      onLine(error.message);
      resolve(undefined);
    });
    // `close` comes after the last line, `exit` may come before it.
    child.on("close", (code) => {
      resolve(code ?? undefined);
    });
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGTERM");
  } catch {
    // It has ended meanwhile.
  }
}
