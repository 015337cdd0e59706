import assert from "node:assert/strict";
import { test } from "node:test";

import type { WorkflowInfo } from "../../../src/protocol/generated";
import { WorkflowStore } from "../../../src/workflows/workflowStore";
import { FakeServer } from "../support/fakeServer";
import { ManualTimer, settled } from "../support/manualTimer";
import { LOOP, unit, workflow } from "../support/values";

function storeOf(...workflows: readonly WorkflowInfo[]): { store: WorkflowStore; server: FakeServer; time: ManualTimer } {
  const server = new FakeServer({ "architect.workflows": () => ({ workflows: [...workflows] }) });
  const time = new ManualTimer();
  return { store: new WorkflowStore(server, time.timer), server, time };
}

/** As in a message, where its units are beside it. */
function told(fields: Partial<WorkflowInfo> = {}): WorkflowInfo {
  return workflow({ units: [], ...fields });
}

test("units that changed take their places, and new ones stand at the end", async () => {
  const [first, second] = [unit(), unit({ unitId: "iteration-2", phase: "waiting" })];
  const { store, server } = storeOf(workflow({ units: [first, second] }));
  await store.refresh();
  const done = unit({ phase: "done", success: false });
  const third = unit({ unitId: "iteration-3" });
  store.apply({ workflow: told({ status: "failed" }), units: [third, done] });
  assert.deepEqual(store.get(LOOP)?.units, [done, second, third]);
  assert.equal(store.get(LOOP)?.status, "failed");
  assert.deepEqual(server.of("architect.workflows"), [{ units: true }]);
});

test("one that is not known is shown at once, and fetched with all its units", async () => {
  const { store, time } = storeOf(workflow({ units: [unit(), unit({ unitId: "iteration-2" })] }));
  store.apply({ workflow: told(), units: [unit({ unitId: "iteration-2" })] });
  assert.equal(store.get(LOOP)?.units?.length, 1);
  time.pass();
  await settled();
  assert.equal(store.get(LOOP)?.units?.length, 2);
});

test("a message that overtakes the answer to a fetch is not lost", async () => {
  const answers = [workflow(), workflow({ status: "success" })];
  let answer: () => void = () => undefined;
  const server = new FakeServer({
    "architect.workflows": () =>
      new Promise((resolve) => {
        answer = () => {
          resolve({ workflows: answers.splice(0, 1) });
        };
      }),
  });
  const store = new WorkflowStore(server, new ManualTimer().timer);
  const fetched = store.refresh();
  store.apply({ workflow: told({ status: "success" }), units: [] });
  answer();
  await settled();
  answer();
  await fetched;
  assert.equal(store.get(LOOP)?.status, "success");
});

test("what ran when the server went is paused, and the rest stays as it is", async () => {
  const { store } = storeOf(workflow(), workflow({ workflowId: "other", status: "failed" }));
  await store.refresh();
  store.markInterrupted();
  assert.deepEqual(store.all().map(({ status }) => status), ["paused", "failed"]);
});
