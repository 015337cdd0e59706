/** The runs this window knows, folded from the events of the server. */

import type { Disposable } from "../disposable";
import { Emitter } from "../emitter";
import type { Commands, RunEvent } from "../protocol/generated";
import { readRemedy } from "../remedies";
import { fold, showsGap } from "./foldEvent";
import { isOpen, newRun, waitsForOf, type Run } from "./run";

export type RunInfo = Commands["architect.runs"]["result"]["runs"][number];

/** What the commands answer that start a run. */
export type StartedRun = Commands["architect.run"]["result"];

/** `event` is what changed the run, if an event did. */
export interface RunChange {
  readonly run: Run;
  readonly before: Run | undefined;
  readonly event: RunEvent | undefined;
}

export class RunStore {
  private readonly runs = new Map<string, Run>();
  private readonly changes = new Emitter<RunChange>();
  private readonly gaps = new Emitter<Run>();
  private count = 0;
  private earlier = 0;

  get(runId: string): Run | undefined {
    return this.runs.get(runId);
  }

  /** The newest first. */
  all(): readonly Run[] {
    return [...this.runs.values()].sort((one, other) => other.number - one.number);
  }

  /** Those that are not over, the newest first. */
  open(): readonly Run[] {
    return this.all().filter(isOpen);
  }

  onChange(listener: (change: RunChange) => void): Disposable {
    return this.changes.event(listener);
  }

  /** Fires for a run of which events were missed. */
  onGap(listener: (run: Run) => void): Disposable {
    return this.gaps.event(listener);
  }

  apply(event: RunEvent): void {
    const run = this.ensure(event.runId);
    if (showsGap(run, event)) {
      this.gaps.fire(run);
      return;
    }
    this.set(fold(run, event), event);
  }

  /** A run that was accepted; its events may be ahead by now, but do not have its title. */
  addStarted(started: StartedRun, title: string): Run {
    const run = this.ensure(started.runId);
    const known = run.seq > 0 ? {} : { state: started.state, position: started.position };
    return this.set({ ...run, title, ...known });
  }

  /** Merge the run info of the server, without the events in between. */
  update(info: RunInfo): Run {
    const run = this.ensure(info.runId);
    // The journal ends before the last states, which only the server that is gone had numbers for.
    const isItsEnd = run.state === "lost" && info.state === "done";
    const isNewer = info.seq >= run.seq || isItsEnd;
    return this.set({ ...described(run, info), ...(isNewer ? figuresOf(run, info) : {}) });
  }

  /** A run of an earlier window, older than all that are known; nothing changes if it is one of them. */
  addEarlier(info: RunInfo): void {
    if (!this.runs.has(info.runId)) {
      this.earlier -= 1;
      const run = newRun(info.runId, this.earlier);
      this.set({ ...described(run, info), ...figuresOf(run, info), seq: info.seq });
    }
  }

  /** The server is gone, and its runs with it. */
  markLost(): void {
    for (const run of this.open()) {
      this.set({ ...run, state: "lost", waitsFor: undefined, activity: undefined });
    }
  }

  /** The server does not know that run any more. */
  remove(runId: string): void {
    const run = this.runs.get(runId);
    if (run !== undefined && this.runs.delete(runId)) {
      this.changes.fire({ run, before: run, event: undefined });
    }
  }

  /** All its changes were undone, or brought back. */
  setUndone(runId: string, isUndone: boolean): void {
    const run = this.runs.get(runId);
    if (run !== undefined) {
      this.set({ ...run, isUndone });
    }
  }

  private ensure(runId: string): Run {
    const known = this.runs.get(runId);
    if (known !== undefined) {
      return known;
    }
    this.count += 1;
    return newRun(runId, this.count);
  }

  private set(run: Run, event?: RunEvent): Run {
    const before = this.runs.get(run.runId);
    if (before !== run) {
      this.runs.set(run.runId, run);
      this.changes.fire({ run, before, event });
    }
    return run;
  }
}

function described(run: Run, { title, agent, sessionId, root, startedAt }: RunInfo): Run {
  return { ...run, title, agent, sessionId, root, startedAt };
}

function figuresOf(run: Run, info: RunInfo): Partial<Run> {
  return {
    state: info.state,
    position: info.position,
    waitsFor: waitsForOf(info),
    outcome: info.outcome ?? run.outcome,
    ending: info.ending ?? run.ending,
    error: info.error ?? run.error,
    remedy: readRemedy(info.remedy) ?? run.remedy,
    reason: info.reason ?? run.reason,
    step: info.steps,
    models: info.models,
    spending: info.usage,
    filesChanged: info.filesChanged,
    filesProposed: info.filesProposed,
    denied: info.denied,
    output: info.output,
    countedUpTo: info.seq,
  };
}
