import assert from "node:assert/strict";
import { test } from "node:test";

import { Emitter } from "../../../src/emitter";
import { WindowTrust } from "../../../src/setup/windowTrust";
import { ManualTimer } from "../support/manualTimer";

function opened() {
  const time = new ManualTimer();
  const granted = new Emitter<undefined>();
  let isTrusted = false;
  const trust = new WindowTrust({ isTrusted: () => isTrusted, onGranted: (listener) => granted.event(listener) }, time.timer);
  const seen: boolean[] = [];
  trust.onChange(() => seen.push(trust.isRefused));
  const grant = () => {
    isTrusted = true;
    granted.fire(undefined);
  };
  return { trust, time, seen, grant };
}

test("a window that was just loaded is not said to be without trust until VS Code knows", () => {
  const { trust, time, seen, grant } = opened();
  assert.equal(trust.isRefused, false);
  grant();
  time.pass();
  assert.deepEqual(seen, [false, false]);
});

test("a window without trust says so when that is known, until trust is given", () => {
  const { time, seen, grant } = opened();
  time.pass();
  grant();
  assert.deepEqual(seen, [true, false]);
});
