/** What goes wrong with a request, as faults with a sentence for the user. */

import { DaemonFault, type ServerCode } from "./daemonFault";

const CODES: Readonly<Record<ServerCode, true>> = {
  invalid_params: true,
  busy: true,
  unknown_run: true,
  stale: true,
  not_configured: true,
  untrusted: true,
};

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
    return new DaemonFault("cancelled", "Cancelled.");
  }
  if (typeof code === "number" && UNCONNECTED.includes(code)) {
    return connectionLost();
  }
  return new DaemonFault("other", message || "The Architect server returned an error without a message.");
}

export function connectionLost(): DaemonFault {
  const message = "The Architect server exited before it responded. Try again.";
  return new DaemonFault("connection", message, true);
}

/** Of a start that nobody wants any more; there is nothing to tell about it. */
export function givenUp(): DaemonFault {
  return new DaemonFault("cancelled", "The Architect server was stopped while starting.");
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

function isServerCode(code: unknown): code is ServerCode {
  return typeof code === "string" && Object.hasOwn(CODES, code);
}

function sentence(detail: unknown, message: string): string {
  return typeof detail === "string" && detail ? detail : message;
}
