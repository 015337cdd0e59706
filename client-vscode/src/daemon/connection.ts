/** A server that is connected, as the supervisor uses it. */

import type { Cancellation } from "../disposable";
import type { ServerInfo } from "./handshake";

export interface Connection {
  readonly serverInfo: ServerInfo;
  /** Rejects with what the library says of it; see `toServerError`. */
  request(method: string, params: unknown, cancellation?: Cancellation): Promise<unknown>;
  /** Ends the server within 5 seconds; `ConnectionHandler.closed` is not called then. */
  stop(): Promise<void>;
}

export type Notify = (method: string, params: unknown) => void;

/** Handles the messages of the server. */
export interface ConnectionHandler {
  notification(method: string, params: unknown): void;
  /** Rejects with an `RpcError` for an error with a code; `notify` tells the server something. */
  request(
    method: string,
    params: unknown,
    cancellation: Cancellation,
    notify: Notify,
  ): Promise<unknown>;
  /**
   * The server ended by itself, `how` being something like `exit code 1`; another one must not be
   * connected before `cleanedUp`.
   */
  closed(how: string, cleanedUp: Promise<void>): void;
}

/**
 * Find, start and initialize a server; rejects with a `ServerError` whose message is for the user.
 *
 * Once it is cancelled, nothing is left running and it rejects.
 */
export type Connect = (handler: ConnectionHandler, cancellation: Cancellation) => Promise<Connection>;
