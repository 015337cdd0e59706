/** Servers and what they have started (Linux). */

import { readdirSync, readFileSync } from "node:fs";

/** Those that this extension host has started. */
export function servers(): readonly number[] {
  return childrenOf(process.pid).filter((pid) => commandLine(pid).endsWith("architect lsp"));
}

/**
 * The server of the last window of the VS Code that was started with `results` as the folder of its results;
 * a window before it may have one still, such as that of a first attempt.
 */
export function newestServer(results: string): number | undefined {
  const own = `ARCHITECT_TEST_RESULTS=${results}`;
  const servers = all().filter((pid) => commandLine(pid).endsWith("architect lsp") && environmentOf(pid).includes(own));
  return servers.sort((one, other) => startOf(one) - startOf(other)).at(-1);
}

/** All processes below `pid`. */
export function below(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...below(child)]);
}

/** As it was when the process began: `NAME=value`. */
export function environmentOf(pid: number): readonly string[] {
  return (contents(`/proc/${pid}/environ`) ?? "").split("\0");
}

export function isAlive(pid: number): boolean {
  const [state] = statusOf(pid);
  return state !== undefined && state !== "Z";
}

/** Whether a command that ends in `end` runs somewhere below us. */
export function running(end: string): number | undefined {
  return below(process.pid).find((pid) => commandLine(pid).endsWith(end) && isAlive(pid));
}

function childrenOf(pid: number): readonly number[] {
  return all().filter((each) => statusOf(each)[1] === String(pid));
}

function all(): readonly number[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
}

function commandLine(pid: number): string {
  return (contents(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trim();
}

/** In ticks since the machine began (field 22 of proc_pid_stat(5)). */
function startOf(pid: number): number {
  return Number(statusOf(pid)[19] ?? "0");
}

/** The state, the parent and what else there is of a process; nothing if it is gone. */
function statusOf(pid: number): readonly string[] {
  const text = contents(`/proc/${pid}/stat`) ?? "";
  return text.slice(text.lastIndexOf(")") + 2).split(" ").filter((word) => word !== "");
}

function contents(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
