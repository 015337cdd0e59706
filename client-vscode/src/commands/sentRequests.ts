/** What this window has asked the server to run, so that it can be sent again if it never began. */

import type { Start, Starting } from "./startRun";

const KEPT = 50;

export type SentRequest = { [K in Starting]: Omit<Start<K>, "isOpened"> }[Starting];

export class SentRequests {
  private readonly requests = new Map<string, SentRequest>();

  note(runId: string, request: SentRequest): void {
    this.requests.set(runId, request);
    const [oldest] = this.requests.keys();
    if (this.requests.size > KEPT && oldest !== undefined) {
      this.requests.delete(oldest);
    }
  }

  of(runId: string): SentRequest | undefined {
    return this.requests.get(runId);
  }
}
