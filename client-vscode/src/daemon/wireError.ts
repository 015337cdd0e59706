/** An error answer to a request of the server, with a code that it knows. */
export class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
    this.name = "WireError";
  }
}

/** JSON-RPC's MethodNotFound. */
export function notThere(method: string): WireError {
  return new WireError(-32601, `${method} is not there`, undefined);
}
