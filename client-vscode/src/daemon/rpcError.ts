/** An error answer to a request of the server, with a code that it knows. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
    this.name = "RpcError";
  }
}

/** JSON-RPC's MethodNotFound. */
export function methodNotFound(method: string): RpcError {
  return new RpcError(-32601, `${method} is not supported`, undefined);
}
