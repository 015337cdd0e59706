/** A list of the server that is cached until it is invalidated. */

import type { Disposable } from "./disposable";
import { Emitter } from "./emitter";
import type { Timer } from "./timer";

const DEBOUNCE_MS = 250;

export class CachedList<T> {
  private list: readonly T[] = [];
  private readonly changes = new Emitter<undefined>();
  private waiting: Disposable | undefined;
  private fetching: Promise<void> | undefined;
  private isStale = false;

  /** `canFetch` says whether a fetch would not start a server. */
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

  /** Fetch soon; a burst of calls fetches once. */
  refreshSoon(): void {
    this.waiting?.dispose();
    this.waiting = this.timer(() => {
      this.waiting = undefined;
      if (this.canFetch()) {
        // A server that cannot answer now notifies of the next change.
        this.refresh().catch(() => undefined);
      }
    }, DEBOUNCE_MS);
  }

  /** Fetch, and wait for the answer to a request that is not older than this call. */
  async refresh(): Promise<void> {
    this.isStale = true;
    this.fetching ??= this.fetchWhileStale().finally(() => {
      this.fetching = undefined;
    });
    await this.fetching;
  }

  /** The server told a change of its own accord, which the answer to a fetch under way may lack. */
  amend(change: (list: readonly T[]) => readonly T[]): void {
    this.isStale ||= this.fetching !== undefined;
    this.set(change(this.list));
  }

  /** The server is gone. */
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
