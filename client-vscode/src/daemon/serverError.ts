/** Errors of the server and of the connection to it. */

import type { FaultData } from "../protocol/generated";
import type { Remedy } from "../remedies";

/** The `data.code` of the server's errors (docs/protocol.md). */
export type ServerErrorCode = FaultData["code"];

/** And those of this side. */
export type ErrorCode = ServerErrorCode | "no_server" | "connection" | "cancelled" | "other";

/** Its message is one sentence for the user, naming the thing and the next step. */
export class ServerError extends Error {
  /** Ask for the same once more, where a run could not be started. */
  again: (() => Promise<unknown>) | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly retryable = false,
    /** What the server says helps. */
    readonly remedy?: Remedy | undefined,
  ) {
    super(message);
    this.name = "ServerError";
  }
}

/** Whether there was no server, or it went: another one may be asked for the same. */
export function isOfServer({ code }: ServerError): boolean {
  return code === "no_server" || code === "connection";
}
