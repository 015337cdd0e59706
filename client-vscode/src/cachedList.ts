/** A list that is the server's: asked for again when something says that it is not what it was. */

import type { Disposable } from "./disposable";
import { Emitter } from "./emitter";
import type { Timer } from "./timer";

const QUIET_MS = 250;

export class CachedList<T> {
  private list: readonly T[] = [];
  private readonly changes = new Emitter<undefined>();
  private waiting: Disposable | undefined;
  private fetching: Promise<void> | undefined;
  private isStale = false;

  /** `canFetch` says whether asking would not start what is not running. */
  constructor(
    private readonly fetch: () => Promise<readonly T[]>,
    private readonly timer: Timer,
    private readonly canFetch: () => boolean,
  ) {}

  all(): readonly T[] {
    return this.list;
  }

  onChange(listener: () => void): Disposable {
    return this.changes.event(listener);
  }

  /** Ask soon; a burst of calls asks once. */
  refreshSoon(): void {
    this.waiting?.dispose();
    this.waiting = this.timer(() => {
      this.waiting = undefined;
      if (this.canFetch()) {
        // A server that cannot answer now tells when there is something new.
        this.refresh().catch(() => undefined);
      }
    }, QUIET_MS);
  }

  /** Ask, and wait for the answer to a question that was not asked before this call. */
  async refresh(): Promise<void> {
    this.isStale = true;
    this.fetching ??= this.fetchWhileStale().finally(() => {
      this.fetching = undefined;
    });
    await this.fetching;
  }

  /** Nobody can be asked any more. */
  clear(): void {
    this.set([]);
  }

  dispose(): void {
    this.waiting?.dispose();
  }

  private async fetchWhileStale(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      this.set(await this.fetch());
    }
  }

  private set(list: readonly T[]): void {
    this.list = list;
    this.changes.fire(undefined);
  }
}
