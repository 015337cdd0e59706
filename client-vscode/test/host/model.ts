/** Replies of a recorded model, as the server reads them from a file. */

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";

export interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly Call[];
  readonly delay_s?: number;
  readonly usage?: Readonly<Record<"input_tokens" | "output_tokens" | "cached_tokens", number>>;
}

/** A reply that calls tools. */
export function calls(...all: readonly Call[]): Reply {
  return { calls: all };
}

export function call(name: string, given: Readonly<Record<string, unknown>>): Call {
  return { name, arguments: given };
}

/** A reply that ends the run. */
export function says(text: string): Reply {
  return { text };
}

export const reads = (file: string): Reply => calls(call("read_file", { path: file }));

export const edits = (file: string, from: string, to: string): Reply =>
  calls(call("edit_file", { path: file, old_str: from, new_str: to }));

export const writes = (file: string, content: string): Reply =>
  calls(call("write_file", { path: file, content }));

export const commands = (line: string): Reply =>
  calls(call("run_command", { command: line, timeout: 60 }));

/** As a model is called: it is read on pictures. */
const NAME = "qwen3-coder";

/** Write into `folder` the script of a model that gives `replies`, in every run anew; the name of that model. */
export function recorded(folder: string, replies: readonly Reply[]): string {
  const file = path.join(folder, NAME);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ schema_version: 1, replies }));
  return `recorded/${file}`;
}

/** A named pipe: `cat` of it, which needs no confirmation, waits until the scene opens it. */
export class Gate {
  constructor(
    private readonly file: string,
    /** As the model names it. */
    readonly path: string,
  ) {
    // A sequel has the folder of the scene before.
    rmSync(file, { force: true });
    execFileSync("mkfifo", [file]);
  }

  /** The reply whose command waits here. */
  get wait(): Reply {
    return commands(`cat ${this.path}`);
  }

  /** Let whoever waits go on; resolves as soon as somebody does. */
  async open(): Promise<void> {
    await writeFile(this.file, "go on\n");
  }
}
