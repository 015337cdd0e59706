import assert from "node:assert/strict";
import { test } from "node:test";

import { ServerError } from "../../../src/daemon/serverError";
import { toServerError } from "../../../src/daemon/errors";

test("an error of the server keeps its code, sentence and advice to try again", () => {
  const error = toServerError({
    code: -32010,
    message: "busy",
    data: { code: "busy", detail: "8 runs wait; cancel one", retryable: true },
  });
  assert.deepEqual(
    [error.code, error.message, error.retryable],
    ["busy", "8 runs wait; cancel one", true],
  );
});

test("what is cancelled is told apart from what fails", () => {
  assert.equal(toServerError({ code: -32800, message: "cancelled" }).code, "cancelled");
});

test("a connection that broke says so and is worth another try", () => {
  for (const code of [-32097, -32096, -32099]) {
    const error = toServerError({ code, message: "Pending response rejected" });
    assert.deepEqual([error.code, error.retryable], ["connection", true]);
  }
});

test("anything else is passed on in its own words", () => {
  assert.equal(toServerError(new Error("odd")).message, "odd");
  assert.equal(toServerError("odd").message, "odd");
  assert.notEqual(toServerError({}).message, "");
  assert.equal(toServerError({ data: { code: "made up" }, message: "odd" }).code, "other");
  assert.equal(toServerError({ code: -32603, message: "a bug" }).code, "other");
});

test("a fault stays the same", () => {
  const error = new ServerError("stale", "x");
  assert.equal(toServerError(error), error);
});
