/** A list that is the server's: asked for again when something says that it is not what it was. */

import type { Disposable } from "./disposable";
import { Listeners } from "./listeners";
import type { Timer } from "./timer";

const QUIET_MS = 250;

export class Fetched<T> {
  private list: readonly T[] = [];
  private readonly changes = new Listeners<undefined>();
  private waiting: Disposable | undefined;
  private asking: Promise<void> | undefined;
  private isStale = false;

  /** `mayAsk` says whether asking would not start what is not running. */
  constructor(
    private readonly fetch: () => Promise<readonly T[]>,
    private readonly timer: Timer,
    private readonly mayAsk: () => boolean,
  ) {}

  all(): readonly T[] {
    return this.list;
  }

  onChange(listener: () => void): Disposable {
    return this.changes.add(listener);
  }

  /** Ask soon; a burst of calls asks once. */
  refreshSoon(): void {
    this.waiting?.dispose();
    this.waiting = this.timer(() => {
      this.waiting = undefined;
      if (this.mayAsk()) {
        // A server that cannot answer now tells when there is something new.
        this.refresh().catch(() => undefined);
      }
    }, QUIET_MS);
  }

  /** Ask, and wait for the answer to a question that was not asked before this call. */
  async refresh(): Promise<void> {
    this.isStale = true;
    this.asking ??= this.askWhileStale().finally(() => {
      this.asking = undefined;
    });
    await this.asking;
  }

  /** Nobody can be asked any more. */
  clear(): void {
    this.put([]);
  }

  dispose(): void {
    this.waiting?.dispose();
  }

  private async askWhileStale(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      this.put(await this.fetch());
    }
  }

  private put(list: readonly T[]): void {
    this.list = list;
    this.changes.tell(undefined);
  }
}
