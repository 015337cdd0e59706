/** Progress notifications with Cancel for active runs. */

import { combinedDisposable, type Disposable } from "../disposable";
import { isOpen, type Run } from "../runs/run";
import type { RunChange, RunStore } from "../runs/runStore";
import { costOf, stateText, titleOf } from "../runs/runText";

/** A progress notification that stays until it is closed. */
export interface ProgressItem {
  report(message: string): void;
  close(): void;
}

export interface ProgressUi {
  /** `cancel` is called when somebody presses Cancel. */
  open(title: string, cancel: () => void): ProgressItem;
  /** Calls after a delay; disposing the result cancels it. */
  later(call: () => void, delayMs: number): Disposable;
}

/** Whether a run is to have a notification now, and when to ask again. */
export interface ProgressWish {
  readonly isWanted: (runId: string) => boolean;
  readonly onChange: (listener: () => void) => Disposable;
}

/** What is over by then is not worth a notification. */
const DELAY_MS = 1_500;

export class RunProgress implements Disposable {
  private readonly waiting = new Map<string, Disposable>();
  private readonly items = new Map<string, ProgressItem>();
  private readonly listening: Disposable;

  constructor(
    private readonly runs: RunStore,
    private readonly ui: ProgressUi,
    private readonly wish: ProgressWish,
    private readonly cancel: (runId: string) => void,
  ) {
    this.listening = combinedDisposable(
      runs.onChange((change) => {
        this.update(change);
      }),
      wish.onChange(() => {
        this.adjust();
      }),
    );
  }

  dispose(): void {
    combinedDisposable(this.listening, ...this.waiting.values()).dispose();
    for (const item of this.items.values()) {
      item.close();
    }
  }

  private update({ run, before }: RunChange): void {
    if (!isOpen(run) || this.runs.get(run.runId) === undefined) {
      this.close(run.runId);
    } else if (this.items.has(run.runId)) {
      this.items.get(run.runId)?.report(progressLine(run));
    } else if (before === undefined) {
      const opening = this.ui.later(() => {
        this.open(run.runId);
      }, DELAY_MS);
      this.waiting.set(run.runId, opening);
    }
  }

  private open(runId: string): void {
    this.waiting.delete(runId);
    const run = this.runs.get(runId);
    if (run === undefined || !isOpen(run) || !this.wish.isWanted(runId)) {
      return;
    }
    const item = this.ui.open(titleOf(run), () => {
      this.cancel(runId);
    });
    this.items.set(runId, item);
    item.report(progressLine(run));
  }

  /** What is wanted has changed: a conversation came into sight, or went. */
  private adjust(): void {
    for (const runId of [...this.items.keys()]) {
      if (!this.wish.isWanted(runId)) {
        this.close(runId);
      }
    }
    for (const { runId } of this.runs.open()) {
      if (!this.items.has(runId) && !this.waiting.has(runId)) {
        this.open(runId);
      }
    }
  }

  private close(runId: string): void {
    this.waiting.get(runId)?.dispose();
    this.waiting.delete(runId);
    this.items.get(runId)?.close();
    this.items.delete(runId);
  }
}

function progressLine(run: Run): string {
  return [stateText(run), costOf(run.spending)].filter((part) => part !== "").join(" · ");
}
