/** Why the server cannot do what it was asked to. */

import type { FaultData } from "../protocol/generated";

/** The `data.code` of the server's errors (docs/protocol.md). */
export type ServerCode = FaultData["code"];

/** And those of this side. */
export type FaultCode = ServerCode | "no_server" | "connection" | "cancelled" | "other";

/** Its message is one sentence for the user, naming the thing and the next step. */
export class DaemonFault extends Error {
  constructor(
    readonly code: FaultCode,
    message: string,
    readonly retryable = false,
  ) {
    super(message);
    this.name = "DaemonFault";
  }
}
