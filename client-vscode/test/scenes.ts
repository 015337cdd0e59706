/** Scenes: tests that run in a real VS Code and write down how they ended, for pytest to read. */

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

export type Body<Stage> = (stage: Stage) => Promise<void>;

/** How a scene ended; tests/e2e/vscode/scenes.py reads it. */
interface Ending {
  readonly name: string;
  readonly passed: boolean;
  readonly attempts: number;
  readonly message: string;
  readonly notes: readonly string[];
}

/** Prepares what a body gets, plays it and clears up; what should be read beside a failure. */
export type Around<Stage> = (name: string, body: Body<Stage>) => Promise<readonly string[]>;

export class Scenes<Stage> {
  private readonly known: { readonly name: string; readonly body: Body<Stage> }[] = [];

  /** Declare a scene. pytest finds its name in the text of the file: it has to be a literal. */
  readonly scene = (name: string, body: Body<Stage>): void => {
    this.known.push({ name, body });
  };

  /** Declare a scene that only `make test-long` plays. */
  readonly longScene = this.scene;

  /** Play those that are wanted, in order. */
  async play(around: Around<Stage>): Promise<void> {
    const wanted = wantedNames();
    for (const { name, body } of this.known) {
      if (wanted === undefined || wanted.includes(name)) keep(await twiceAtMost(name, body, around));
    }
  }
}

/** A failure that has more to tell than its message. */
export class SceneFailure extends Error {
  constructor(
    cause: unknown,
    readonly notes: readonly string[],
  ) {
    super(textOfError(cause));
  }
}

export function textOfError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * What is clicked while VS Code still loads may be lost, as a user would see and click again: a scene
 * that fails is played once more from its beginning, and what went wrong first stands in its notes.
 */
async function twiceAtMost<Stage>(
  name: string,
  body: Body<Stage>,
  around: Around<Stage>,
): Promise<Ending> {
  const first = await ending(name, body, around);
  if (first.passed) return first;
  const second = await ending(`${name}, again`, body, around);
  const notes = [...first.notes, ...second.notes];
  return { ...second, name, attempts: 2, notes: [`first: ${first.message}`, ...notes] };
}

async function ending<Stage>(
  name: string,
  body: Body<Stage>,
  around: Around<Stage>,
): Promise<Ending> {
  try {
    return { name, passed: true, attempts: 1, message: "", notes: await around(name, body) };
  } catch (error) {
    const notes = error instanceof SceneFailure ? error.notes : [];
    return { name, passed: false, attempts: 1, message: textOfError(error), notes };
  }
}

function wantedNames(): readonly string[] | undefined {
  const text = process.env["ARCHITECT_TEST_SCENES"];
  return text === undefined ? undefined : (JSON.parse(text) as string[]);
}

/** The folder that pytest looks into. */
export function resultsFolder(): string {
  const folder = process.env["ARCHITECT_TEST_RESULTS"];
  if (folder === undefined) throw new Error("ARCHITECT_TEST_RESULTS is not set");
  return folder;
}

/** Written whole or not at all: pytest looks while we write. */
function keep(ended: Ending): void {
  const file = path.join(resultsFolder(), `${slug(ended.name)}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(ended));
  renameSync(`${file}.new`, file);
}

/** A name as a file. */
export function slug(name: string): string {
  return name.replace(/[^a-z0-9]+/gi, "-").toLowerCase();
}
