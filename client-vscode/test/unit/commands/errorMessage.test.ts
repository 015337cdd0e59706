import assert from "node:assert/strict";
import { test } from "node:test";

import { errorMessage } from "../../../src/commands/errorMessage";
import { ServerError, type ErrorCode } from "../../../src/daemon/serverError";

function labels(code: ErrorCode, hasFolder = true): readonly string[] | undefined {
  return errorMessage(new ServerError(code, "words"), hasFolder)?.actions.map(({ label }) => label);
}

test("each error comes with the button that helps", () => {
  assert.deepEqual(labels("not_configured"), ["Select Model...", "Show Output"]);
  assert.deepEqual(labels("not_configured", false), ["Open Folder..."]);
  assert.deepEqual(labels("untrusted"), ["Manage Trust"]);
  assert.deepEqual(labels("no_server"), ["Install Server", "Show Output"]);
  assert.deepEqual(labels("connection"), ["Restart Server", "Show Output"]);
  assert.deepEqual(labels("unknown_run"), ["Show Runs"]);
  assert.deepEqual(labels("invalid_params"), []);
});

test("who went away is told nothing", () => {
  assert.equal(errorMessage(new ServerError("cancelled", "words"), true), undefined);
});

test("what is thrown by others is told as far as it can be", () => {
  assert.equal(errorMessage("odd\u202e", true)?.message, "Something went wrong: odd\\u202e");
});
