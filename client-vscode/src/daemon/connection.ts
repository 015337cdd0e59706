/** A server that is connected, as the supervisor uses it. */

import type { Cancellation } from "../disposable";
import type { Hello } from "./handshake";

export interface Connection {
  readonly hello: Hello;
  /** Rejects with what the library says of it; see `faultOf`. */
  request(method: string, params: unknown, cancellation?: Cancellation): Promise<unknown>;
  /** Ends the server within 5 seconds; `Peer.closed` is not told of that. */
  stop(): Promise<void>;
}

export type Notify = (method: string, params: unknown) => void;

/** Who takes what the server says. */
export interface Peer {
  notification(method: string, params: unknown): void;
  /** Rejects with a `WireError` for an error with a code; `notify` tells the server something. */
  request(
    method: string,
    params: unknown,
    cancellation: Cancellation,
    notify: Notify,
  ): Promise<unknown>;
  /** The server ended by itself, `how` being something like `exit code 1`. */
  closed(how: string): void;
}

/**
 * Find, start and greet a server; rejects with a `DaemonFault` whose message is for the user.
 *
 * Once it is `abandoned` nothing of it is left running, and it rejects.
 */
export type Connect = (peer: Peer, abandoned: Cancellation) => Promise<Connection>;
