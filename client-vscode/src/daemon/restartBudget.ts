/** How often a server that ends by itself is started again. */

export const MOST_RESTARTS = 4;
export const WITHIN_MS = 3 * 60 * 1000;

export class RestartBudget {
  private deaths: number[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Count a death: which restart within the time this is, or undefined if it is one too many. */
  spend(): number | undefined {
    const now = this.now();
    this.deaths = this.deaths.filter((at) => now - at < WITHIN_MS);
    this.deaths.push(now);
    return this.deaths.length <= MOST_RESTARTS ? this.deaths.length : undefined;
  }

  /** Somebody asked for a restart, so that what was before does not count. */
  reset(): void {
    this.deaths = [];
  }
}
