/** What goes wrong with a request, as faults with a sentence for the user. */

import { DaemonFault, type FaultCode } from "./daemonFault";

/** Codes of `data.code` in the server's errors, docs/protocol.md. */
const CODES: readonly string[] = [
  "invalid_params",
  "busy",
  "unknown_run",
  "stale",
  "not_configured",
  "untrusted",
] satisfies FaultCode[];

/** LSP's RequestCancelled and ServerCancelled. */
const CANCELLED: readonly number[] = [-32800, -32802];
/** Of vscode-jsonrpc: the connection was closed or never there. */
const UNCONNECTED: readonly number[] = [-32099, -32097, -32096];

export function faultOf(error: unknown): DaemonFault {
  if (error instanceof DaemonFault) {
    return error;
  }
  const { code, message, data } = fields(error);
  if (isServerCode(data["code"])) {
    return new DaemonFault(data["code"], sentence(data["detail"], message), data["retryable"] === true);
  }
  if (typeof code === "number" && CANCELLED.includes(code)) {
    return new DaemonFault("cancelled", "This was cancelled.");
  }
  if (typeof code === "number" && UNCONNECTED.includes(code)) {
    return connectionLost();
  }
  return new DaemonFault("other", message || "The Architect server gave an answer without a reason.");
}

export function connectionLost(): DaemonFault {
  const message = "The Architect server ended before it answered; try again.";
  return new DaemonFault("connection", message, true);
}

interface ErrorFields {
  readonly code: unknown;
  readonly message: string;
  readonly data: Record<string, unknown>;
}

function fields(error: unknown): ErrorFields {
  if (typeof error !== "object" || error === null) {
    return { code: undefined, message: String(error), data: {} };
  }
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  return {
    code,
    message: typeof message === "string" ? message : "",
    data: typeof data === "object" && data !== null ? { ...data } : {},
  };
}

function isServerCode(code: unknown): code is FaultCode {
  return typeof code === "string" && CODES.includes(code);
}

function sentence(detail: unknown, message: string): string {
  return typeof detail === "string" && detail ? detail : message;
}
