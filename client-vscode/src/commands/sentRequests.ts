/** What this window has asked the server to run, so that it can be sent again if it never began. */

import type { Commands, ShortRunInfo } from "../protocol/generated";

const KEPT = 50;

/** The commands that start a run. */
export type Starting = {
  [K in keyof Commands]: Commands[K]["result"] extends ShortRunInfo
    ? ShortRunInfo extends Commands[K]["result"]
      ? K
      : never
    : never;
}[keyof Commands];

/** `isOpened` says whether its conversation is what the user wants to see. */
export interface Start<K extends Starting> {
  readonly command: K;
  readonly argument: Commands[K]["argument"];
  readonly title: string;
  readonly isOpened: boolean;
}

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
