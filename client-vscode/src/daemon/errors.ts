/** Failures of a request as `ServerError`s. */

import { t } from "../l10n";
import { readRemedy } from "../remedies";
import { ServerError, type ServerErrorCode } from "./serverError";

const CODES: Readonly<Record<ServerErrorCode, true>> = {
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

export function toServerError(error: unknown): ServerError {
  if (error instanceof ServerError) {
    return error;
  }
  const { code, message, data } = fields(error);
  if (isServerErrorCode(data["code"])) {
    const detail = sentence(data["detail"], message);
    return new ServerError(data["code"], detail, data["retryable"] === true, readRemedy(data["remedy"]));
  }
  if (typeof code === "number" && CANCELLED.includes(code)) {
    return new ServerError("cancelled", t("Cancelled."));
  }
  if (typeof code === "number" && UNCONNECTED.includes(code)) {
    return connectionLost();
  }
  return new ServerError("other", message || t("The Architect server returned an error without a message."));
}

export function connectionLost(): ServerError {
  const message = t("The Architect server exited before it responded. Try again.");
  return new ServerError("connection", message, true);
}

/** The start was cancelled; nothing is shown for it. */
export function startCancelled(): ServerError {
  return new ServerError("cancelled", t("The Architect server was stopped while starting."));
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

function isServerErrorCode(code: unknown): code is ServerErrorCode {
  return typeof code === "string" && Object.hasOwn(CODES, code);
}

function sentence(detail: unknown, message: string): string {
  return typeof detail === "string" && detail ? detail : message;
}
