/** Runs of servers that are gone: their successor tells of them only to who asks by their ids. */

import { canBeUndone } from "./run";
import type { RunStore } from "./runStore";

/** Each is asked for with every refresh. */
const MOST = 10;

export class PastRuns {
  private readonly ids = new Set<string>();

  constructor(private readonly runs: Pick<RunStore, "all">) {}

  /** The server is gone, and all runs that are known were its. */
  add(): void {
    for (const run of this.runs.all()) {
      this.ids.add(run.runId);
    }
  }

  /** Those whose changes may wait for a decision, the newest first. */
  undecided(): readonly string[] {
    const waiting = this.runs.all().filter((run) => this.ids.has(run.runId) && canBeUndone(run));
    return waiting.slice(0, MOST).map((run) => run.runId);
  }

  /** Nothing of that run waits any more. */
  decided(runId: string): void {
    this.ids.delete(runId);
  }
}
