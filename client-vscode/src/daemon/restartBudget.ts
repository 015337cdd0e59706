/** How often a server that ends by itself is started again. */

export const MAX_RESTARTS = 4;
export const WITHIN_MS = 3 * 60 * 1000;

export class RestartBudget {
  private exits: number[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Count a death: which restart within the time this is, or undefined if it is one too many. */
  spend(): number | undefined {
    const now = this.now();
    this.exits = this.exits.filter((at) => now - at < WITHIN_MS);
    this.exits.push(now);
    return this.exits.length <= MAX_RESTARTS ? this.exits.length : undefined;
  }

  /** Somebody asked for a restart, so that what was before does not count. */
  reset(): void {
    this.exits = [];
  }
}
