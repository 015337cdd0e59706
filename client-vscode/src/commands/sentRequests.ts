/** What this window has asked the server to run, so that it can be sent again if it never began. */

import type { Start, Starting } from "./startRun";

const KEPT = 50;

export type SentRequest = { [K in Starting]: Omit<Start<K>, "isOpened"> }[Starting];

export interface UnsentRequest {
  readonly title: string;
  readonly again: () => Promise<unknown>;
}

export class SentRequests {
  private readonly requests = new Map<string, SentRequest>();
  private unsent: UnsentRequest | undefined;

  /** There was no server that could be asked. */
  noteUnsent(request: UnsentRequest): void {
    this.unsent = request;
  }

  /** The last one that no server has heard of; it is given once. */
  takeUnsent(): UnsentRequest | undefined {
    const { unsent } = this;
    this.unsent = undefined;
    return unsent;
  }

  note(runId: string, request: SentRequest): void {
    this.unsent = undefined;
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
