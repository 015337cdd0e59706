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

/**
 * Prepares what a body gets, plays it and clears up; what should be read beside a failure. `goesOn` is
 * true for a sequel that may find what the scene before it has left.
 */
export type Around<Stage> = (name: string, body: Body<Stage>, goesOn: boolean) => Promise<readonly string[]>;

interface Scene<Stage> {
  readonly name: string;
  readonly body: Body<Stage>;
  readonly isSequel: boolean;
}

export class Scenes<Stage> {
  private readonly known: Scene<Stage>[] = [];

  /** Declare a scene. pytest finds its name in the text of the file: it has to be a literal. */
  readonly scene = (name: string, body: Body<Stage>): void => {
    this.known.push({ name, body, isSequel: false });
  };

  /** Declare a scene that needs nothing as new: what it finds may be what the one before it has left. */
  readonly sequel = (name: string, body: Body<Stage>): void => {
    this.known.push({ name, body, isSequel: true });
  };

  /** Declare one that only `make test-long` plays. */
  readonly longScene = this.scene;
  readonly longSequel = this.sequel;

  /** Play those that are wanted, in order. */
  async play(around: Around<Stage>): Promise<void> {
    const wanted = wantedNames();
    for (const each of this.known) {
      if (wanted === undefined || wanted.includes(each.name)) keep(await twiceAtMost(each, around));
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
  { name, body, isSequel }: Scene<Stage>,
  around: Around<Stage>,
): Promise<Ending> {
  const first = await ending(name, () => around(name, body, isSequel));
  if (first.passed) return first;
  const again = `${name}, again`;
  const second = await ending(again, () => around(again, body, false));
  const notes = [...first.notes, ...second.notes];
  return { ...second, name, attempts: 2, notes: [`first: ${first.message}`, ...notes] };
}

async function ending(name: string, played: () => Promise<readonly string[]>): Promise<Ending> {
  try {
    return { name, passed: true, attempts: 1, message: "", notes: await played() };
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
