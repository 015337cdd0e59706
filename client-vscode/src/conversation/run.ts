/** One run of a conversation: what is known of it, and its blocks. */

import type { Remedy } from "../remedies";
import type { Block, Ending, Outcome } from "./blocks";

export type RunState = "queued" | "running" | "waiting" | "cancelling" | "done";

export interface ChangedFile {
  readonly path: string;
  readonly kind: string;
  readonly added: number;
  readonly removed: number;
}

export interface Run {
  readonly runId: string;
  readonly sessionId: string;
  readonly task: string;
  /** The run that it undoes as a whole; empty if it is no undo. */
  readonly undoes: string;
  /** The commit of the checkpoint that it goes back to, or empty. */
  readonly restores: string;
  readonly agent: string;
  readonly model: string;
  /** Those that replied, in the order in which they took over. */
  readonly models: readonly string[];
  readonly mode: string;
  readonly isDryRun: boolean;
  readonly state: RunState;
  /** In the queue, from 1; 0 if it is in none. */
  readonly position: number;
  readonly waitsFor: string;
  readonly outcome: Outcome | undefined;
  /** How it ended, as the server puts it. */
  readonly ending: Ending | undefined;
  readonly error: string;
  /** What the server says helps against it; empty if nothing. */
  /** What the server says helps against its error. */
  readonly remedy: Remedy | undefined;
  /** The reason given for its cancellation. */
  readonly reason: string;
  readonly stopReason: string;
  readonly steps: number;
  readonly maxSteps: number | undefined;
  /** How much of the context the last request took; 0 if the server does not say. */
  readonly contextPercent: number;
  readonly inputTokens: number;
  /** Of the input, what came from the provider's cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Undefined if the price of some reply is not known. */
  readonly costUsd: number | undefined;
  readonly files: readonly ChangedFile[];
  /** The last step that changed files and has no checkpoint block behind it; 0 if there is none. */
  readonly changedInStep: number;
  /** Paths of files for which changes were proposed. */
  readonly proposed: readonly string[];
  readonly denials: number;
  /** Files that a decision of the user changed; 0 for all other runs. */
  readonly edits: number;
  readonly durationS: number | undefined;
  /** The number of the last event that was folded. */
  readonly seq: number;
  /** How many blocks there ever were: what the next one is called by. */
  readonly made: number;
  readonly blocks: readonly Block[];
}

export function newRun(runId: string): Run {
  return {
    runId,
    sessionId: sessionOf(runId),
    task: "",
    undoes: "",
    restores: "",
    agent: "",
    model: "",
    models: [],
    mode: "",
    isDryRun: false,
    state: "running",
    position: 0,
    waitsFor: "",
    outcome: undefined,
    ending: undefined,
    error: "",
    remedy: undefined,
    reason: "",
    stopReason: "",
    steps: 0,
    maxSteps: undefined,
    contextPercent: 0,
    inputTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    files: [],
    changedInStep: 0,
    proposed: [],
    denials: 0,
    edits: 0,
    durationS: undefined,
    seq: 0,
    made: 0,
    blocks: [],
  };
}

/** Whether the user decides in it about what another run did, and no agent works. */
export function isDecision({ agent }: Pick<Run, "agent">): boolean {
  return agent === "undo" || agent === "keep";
}

/** The session of a run by its id: `20261120-080006-de6374.1` is the first of its session. */
export function sessionOf(runId: string): string {
  return runId.replace(/\.\d+$/, "");
}

/** The place of a run in its session, from 1. */
export function runNumber(runId: string): number {
  return Number(/\.(\d+)$/.exec(runId)?.[1] ?? "1");
}

type Unnamed<B> = B extends Block ? Omit<B, "id"> : never;

/** The run with one more block at its end. */
export function withBlock(run: Run, block: Unnamed<Block>): Run {
  const named = { ...block, id: `${run.runId}#${String(run.made)}` } as Block;
  return { ...run, made: run.made + 1, blocks: [...run.blocks, named] };
}

/** The run with `block` in the place of the block of the same id. */
export function withChanged(run: Run, block: Block): Run {
  const index = run.blocks.findLastIndex((each) => each.id === block.id);
  return index < 0 ? run : { ...run, blocks: run.blocks.with(index, block) };
}

export function withoutBlock(run: Run, id: string): Run {
  return { ...run, blocks: run.blocks.filter((each) => each.id !== id) };
}

/** The last block of that kind of which `holds` is true. */
export function lastOf<K extends Block["kind"]>(
  run: Run,
  kind: K,
  holds: (block: Extract<Block, { kind: K }>) => boolean = () => true,
): Extract<Block, { kind: K }> | undefined {
  return run.blocks.findLast(
    (each): each is Extract<Block, { kind: K }> =>
      each.kind === kind && holds(each as Extract<Block, { kind: K }>),
  );
}
