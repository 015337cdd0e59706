import assert from "node:assert/strict";
import { test } from "node:test";

import type { DaemonState } from "../../../src/daemon/daemon";
import { IdleRestart } from "../../../src/daemon/idleRestart";
import { RunStore } from "../../../src/runs/runStore";
import { state } from "../support/values";

function machine(state: DaemonState = "running"): { runs: RunStore; restarts: () => number; idle: IdleRestart } {
  let restarts = 0;
  const runs = new RunStore();
  const daemon = {
    state,
    restart: () => {
      restarts += 1;
      return Promise.resolve();
    },
  };
  return { runs, restarts: () => restarts, idle: new IdleRestart(daemon, runs, () => undefined) };
}

test("nothing goes on: the server is restarted at once, and once", () => {
  const { runs, restarts, idle } = machine();
  idle.want();
  runs.apply(state(1, { state: "done", outcome: "completed" }));
  assert.equal(restarts(), 1);
});

test("a run goes on: the server is restarted when it is over", () => {
  const { runs, restarts, idle } = machine();
  runs.apply(state(1, { state: "running" }));
  idle.want();
  idle.want();
  assert.equal(restarts(), 0);
  runs.apply(state(2, { state: "done", outcome: "completed" }));
  assert.equal(restarts(), 1);
});

test("a server that was never started has nothing to forget", () => {
  const { restarts, idle } = machine("off");
  idle.want();
  assert.equal(restarts(), 0);
});

test("nobody wants a restart: runs end without one", () => {
  const { runs, restarts, idle } = machine();
  runs.apply(state(1, { state: "running" }));
  runs.apply(state(2, { state: "done", outcome: "completed" }));
  assert.equal(restarts(), 0);
  runs.apply({ ...state(1, { state: "running" }), runId: "s.2" });
  idle.want();
  idle.dispose();
  runs.apply({ ...state(2, { state: "done" }), runId: "s.2" });
  assert.equal(restarts(), 0);
});
