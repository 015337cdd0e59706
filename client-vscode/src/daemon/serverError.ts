/** Errors of the server and of the connection to it. */

import type { FaultData } from "../protocol/generated";

/** The `data.code` of the server's errors (docs/protocol.md). */
export type ServerErrorCode = FaultData["code"];

/** And those of this side. */
export type ErrorCode = ServerErrorCode | "no_server" | "connection" | "cancelled" | "other";

/** Its message is one sentence for the user, naming the thing and the next step. */
export class ServerError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly retryable = false,
  ) {
    super(message);
    this.name = "ServerError";
  }
}
