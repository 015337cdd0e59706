import assert from "node:assert/strict";
import { test } from "node:test";

import { modelError, toModelError } from "../../../src/editor_model/modelErrors";

/** An error as `vscode.LanguageModelError` is one. */
function lmError(code: string, message: string, cause?: Error): Error {
  return Object.assign(new Error(message), { code, cause });
}

const SAID: readonly [string, unknown, string, boolean][] = [
  ["no leave", lmError("NoPermissions", "consent was not given"), "no_permission", false],
  ["blocked", lmError("Blocked", "blocked"), "blocked", false],
  ["a quota, as blocked", lmError("Blocked", "You exceeded your quota"), "quota", false],
  ["a quota, by its cause", lmError("Unknown", "", Object.assign(new Error("x"), { name: "ChatQuotaExceeded" })), "quota", false],
  ["an allowance that is spent", new Error("You have exceeded your premium request allowance."), "quota", false],
  ["a rate limit", lmError("Unknown", "", new Error("429 Too Many Requests")), "unavailable", true],
  ["a topic", lmError("Unknown", "", new Error("off_topic")), "blocked", false],
  ["a model that is gone", lmError("NotFound", "gone"), "not_found", false],
  ["anything else", new Error("socket hang up"), "unavailable", true],
  ["no error at all", undefined, "unavailable", true],
];

for (const [what, error, code, retryable] of SAID) {
  test(`${what} is told in the words of the protocol`, () => {
    const fault = toModelError(error);
    const data = fault.data as { code: string; detail: string; retryable: boolean };
    assert.deepEqual([fault.code, data.code, data.retryable], [-32020, code, retryable]);
    assert.equal(data.detail, fault.message);
  });
}

test("the reason of the provider is part of the sentence", () => {
  assert.match(toModelError(lmError("Unknown", "", new Error("the socket broke"))).message, /the socket broke/);
});

test("an RPC error stays the same", () => {
  const fault = modelError("not_found", "x");
  assert.equal(toModelError(fault), fault);
});
