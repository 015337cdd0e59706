import assert from "node:assert/strict";
import { test } from "node:test";

import { findingStore } from "../../../src/views/findingStore";
import { sessionStore } from "../../../src/views/sessionStore";
import { Throttle } from "../../../src/views/throttle";
import { FakeServer } from "../support/fakeServer";
import { ManualTimer, settled } from "../support/manualTimer";
import { finding, session } from "../support/values";

test("views ask a server that runs, and start none", async () => {
  const server = new FakeServer({
    "architect.findings": () => ({ findings: [finding()] }),
    "architect.sessions": () => ({ sessions: [session()] }),
  });
  const time = new ManualTimer();
  const stores = [findingStore(server, time.timer), sessionStore(server, time.timer)];
  for (const [state, known] of [["off", 0], ["running", 1]] as const) {
    server.state = state;
    for (const store of stores) {
      store.refreshSoon();
    }
    time.pass();
    await settled();
    assert.deepEqual(stores.map((store) => store.all().length), [known, known]);
  }
  assert.equal(server.asked.length, 2);
});

test("what is asked for often is done once in a while, and after the last time", () => {
  const time = new ManualTimer();
  let done = 0;
  const throttle = new Throttle(() => (done += 1), 100, time.timer);
  throttle.schedule();
  throttle.schedule();
  time.pass();
  assert.equal(done, 1);
  throttle.schedule();
  throttle.dispose();
  time.pass();
  assert.equal(done, 1);
});
