/** Errors of the editor's models as errors of the protocol. */

import { RpcError } from "../daemon/rpcError";
import type { CompleteFailure } from "../protocol/generated";

export type ModelErrorCode = CompleteFailure["code"];

const LLM_ERROR = -32020;

/** Worth another try after a while, which the server decides. */
const RETRYABLE: readonly ModelErrorCode[] = ["unavailable"];

export function modelError(code: ModelErrorCode, detail: string): RpcError {
  return new RpcError(LLM_ERROR, detail, { code, detail, retryable: RETRYABLE.includes(code) });
}

/**
 * The protocol error for an error of the editor.
 *
 * The editor's `LanguageModelError` tells three kinds by `code`. Quota, rate limits and refused
 * topics arrive in its `cause`, or as an error with a name and a message of the provider's own.
 */
export function toModelError(error: unknown): RpcError {
  if (error instanceof RpcError) {
    return error;
  }
  const text = allText(error);
  const detail = firstMessage(error);
  if (/quota|billing|premium request|ChatQuotaExceeded/i.test(text)) {
    return modelError("quota", `the model's quota is exceeded: ${detail}`);
  }
  if (/rate.?limit|too many requests|ChatRateLimited|\b429\b/i.test(text)) {
    return modelError("unavailable", `the model is rate limited: ${detail}`);
  }
  if (/off_topic|content.?filter|responsible ai/i.test(text)) {
    return modelError("blocked", `the provider refused the request: ${detail}`);
  }
  return byCode(fieldOf(error, "code"), detail);
}

function byCode(code: unknown, detail: string): RpcError {
  switch (code) {
    case "NoPermissions":
      return modelError(
        "no_permission",
        "Architect has no access to VS Code's language models; allow it when prompted, or under " +
          `'Manage Language Model Access' of your account: ${detail}`,
      );
    case "Blocked":
      return modelError(
        "blocked",
        `VS Code blocks this model, often because a quota is exceeded: ${detail}`,
      );
    case "NotFound":
      return modelError("not_found", `this model is no longer available in VS Code: ${detail}`);
    default:
      return modelError("unavailable", `the VS Code model did not respond: ${detail}`);
  }
}

/** Names, codes and messages of an error and what caused it. */
function allText(error: unknown): string {
  const text: string[] = [];
  let each: unknown = error;
  for (let depth = 0; depth < 4 && each !== undefined && each !== null; depth += 1) {
    text.push(textOf(fieldOf(each, "name")), textOf(fieldOf(each, "code")), messageOf(each));
    each = fieldOf(each, "cause");
  }
  return text.join(" ");
}

function firstMessage(error: unknown): string {
  return messageOf(error) || messageOf(fieldOf(error, "cause")) || "no reason given";
}

function messageOf(error: unknown): string {
  return textOf(typeof error === "string" ? error : fieldOf(error, "message"));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
