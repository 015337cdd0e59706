/** Runs a frequent action at most once per interval, and always after the last request. */

import type { Disposable } from "../disposable";
import type { Timer } from "../timer";

export class Throttle {
  private waiting: Disposable | undefined;

  constructor(
    private readonly act: () => void,
    private readonly intervalMs: number,
    private readonly timer: Timer,
  ) {}

  readonly schedule = (): void => {
    this.waiting ??= this.timer(() => {
      this.waiting = undefined;
      this.act();
    }, this.intervalMs);
  };

  dispose(): void {
    this.waiting?.dispose();
  }
}
