/** Time that passes when a test says so. */

import type { Timer } from "../../../src/timer";

export class ManualTimer {
  private readonly waiting = new Set<() => void>();

  readonly timer: Timer = (call) => {
    this.waiting.add(call);
    return { dispose: () => this.waiting.delete(call) };
  };

  get count(): number {
    return this.waiting.size;
  }

  /** All that waits is called. */
  pass(): void {
    const calls = [...this.waiting];
    this.waiting.clear();
    for (const call of calls) {
      call();
    }
  }
}

/** Until everything that can go on has gone on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve();
  }
}
