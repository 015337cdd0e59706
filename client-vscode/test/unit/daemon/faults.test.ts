import assert from "node:assert/strict";
import { test } from "node:test";

import { DaemonFault } from "../../../src/daemon/daemonFault";
import { faultOf } from "../../../src/daemon/faults";

test("an error of the server keeps its code, sentence and advice to try again", () => {
  const fault = faultOf({
    code: -32010,
    message: "busy",
    data: { code: "busy", detail: "8 runs wait; cancel one", retryable: true },
  });
  assert.deepEqual(
    [fault.code, fault.message, fault.retryable],
    ["busy", "8 runs wait; cancel one", true],
  );
});

test("what is cancelled is told apart from what fails", () => {
  assert.equal(faultOf({ code: -32800, message: "cancelled" }).code, "cancelled");
});

test("a connection that broke says so and is worth another try", () => {
  for (const code of [-32097, -32096, -32099]) {
    const fault = faultOf({ code, message: "Pending response rejected" });
    assert.deepEqual([fault.code, fault.retryable], ["connection", true]);
  }
});

test("anything else is passed on in its own words", () => {
  assert.equal(faultOf(new Error("odd")).message, "odd");
  assert.equal(faultOf("odd").message, "odd");
  assert.notEqual(faultOf({}).message, "");
  assert.equal(faultOf({ data: { code: "made up" }, message: "odd" }).code, "other");
  assert.equal(faultOf({ code: -32603, message: "a bug" }).code, "other");
});

test("a fault stays the same", () => {
  const fault = new DaemonFault("stale", "x");
  assert.equal(faultOf(fault), fault);
});
