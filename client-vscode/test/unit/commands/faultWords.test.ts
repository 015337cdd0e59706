import assert from "node:assert/strict";
import { test } from "node:test";

import { faultWords } from "../../../src/commands/faultWords";
import { DaemonFault, type FaultCode } from "../../../src/daemon/daemonFault";

function labels(code: FaultCode, hasFolder = true): readonly string[] | undefined {
  return faultWords(new DaemonFault(code, "words"), hasFolder)?.remedies.map(({ label }) => label);
}

test("each fault comes with the button that helps", () => {
  assert.deepEqual(labels("not_configured"), ["Select Model...", "Show Output"]);
  assert.deepEqual(labels("not_configured", false), ["Open Folder..."]);
  assert.deepEqual(labels("untrusted"), ["Manage Trust"]);
  assert.deepEqual(labels("no_server"), ["Install Server", "Show Output"]);
  assert.deepEqual(labels("connection"), ["Restart Server", "Show Output"]);
  assert.deepEqual(labels("unknown_run"), ["Show Runs"]);
  assert.deepEqual(labels("invalid_params"), []);
});

test("who went away is told nothing", () => {
  assert.equal(faultWords(new DaemonFault("cancelled", "words"), true), undefined);
});

test("what is thrown by others is told as far as it can be", () => {
  assert.equal(faultWords("odd\u202e", true)?.message, "Something went wrong: odd\\u202e");
});
