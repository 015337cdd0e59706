import assert from "node:assert/strict";
import { test } from "node:test";

import type { ShownHunk } from "../../../src/protocol/generated";
import { hasDocument, HunkStore } from "../../../src/hunks/hunkStore";
import { FakeServer } from "../support/fakeServer";
import { ManualTimer, settled } from "../support/manualTimer";
import { hunk, lines } from "../support/values";

function storeOf(hunks: () => readonly ShownHunk[]) {
  const time = new ManualTimer();
  const server = new FakeServer({ "architect.hunks": () => ({ hunks: hunks(), conflicts: [] }) });
  const lower = (uri: string) => uri.toLowerCase();
  return { time, server, store: new HunkStore(server, lower, time.timer) };
}

test("hunks are in order and found by any spelling of their document", async () => {
  const { store } = storeOf(() => [
    hunk({ hunkId: "h3", uri: "file:///B.py" }),
    hunk({ hunkId: "h2", uri: "file:///a.py", range: lines(9, 10) }),
    hunk({ hunkId: "h1", uri: "file:///A.py", range: lines(2, 3) }),
  ]);
  await store.refresh();
  assert.deepEqual(
    store.all().map((each) => each.hunkId),
    ["h1", "h2", "h3"],
  );
  assert.equal(store.of("file:///a.PY").length, 2);
});

test("a burst of changes asks once", async () => {
  const { store, server, time } = storeOf(() => []);
  for (let change = 0; change < 5; change += 1) {
    store.refreshSoon();
  }
  assert.equal(time.count, 1);
  time.pass();
  await settled();
  assert.equal(server.asked.length, 1);
});

test("a server that does not run is not started to be asked", async () => {
  const { store, server, time } = storeOf(() => [hunk()]);
  server.state = "off";
  store.refreshSoon();
  time.pass();
  await settled();
  assert.deepEqual(server.asked, []);
});

test("what comes while an answer is on its way is asked for once more", async () => {
  const answers = [[hunk({ hunkId: "old" })], [hunk({ hunkId: "new" })]];
  const { store, server } = storeOf(() => answers.shift() ?? []);
  await Promise.all([store.refresh(), store.refresh(), store.refresh()]);
  assert.equal(server.asked.length, 2);
  assert.deepEqual(
    store.all().map((each) => each.hunkId),
    ["new"],
  );
});

test("a refresh that fails does not stop the next one", async () => {
  let isDown = true;
  const { store } = storeOf(() => {
    if (isDown) {
      throw new Error("down");
    }
    return [hunk()];
  });
  await assert.rejects(store.refresh(), /down/);
  isDown = false;
  await store.refresh();
  assert.equal(store.all().length, 1);
});

test("a proposed new file and a deleted one have no document", () => {
  assert.equal(hasDocument(hunk()), true);
  assert.equal(hasDocument(hunk({ kind: "proposed", change: "created" })), false);
  assert.equal(hasDocument(hunk({ change: "deleted" })), false);
  assert.equal(hasDocument(hunk({ change: "created" })), true);
});

test("what the server finds of earlier runs after its answer is asked for when it tells", async () => {
  const answers = [[], [hunk({ runId: "earlier.1" })]];
  const { store, time } = storeOf(() => answers.shift() ?? []);
  store.refreshSoon();
  time.pass();
  await settled();
  assert.deepEqual(store.all(), []);
  store.refreshSoon();
  time.pass();
  await settled();
  assert.deepEqual(store.all().map((each) => each.runId), ["earlier.1"]);
});
