import assert from "node:assert/strict";
import { test } from "node:test";

import { ServerError } from "../../../src/daemon/serverError";
import type { EventsArgs, RunEvent } from "../../../src/protocol/generated";
import { CatchUp } from "../../../src/runs/catchUp";
import { RunStore } from "../../../src/runs/runStore";
import { FakeServer } from "../support/fakeServer";
import { event, RUN, runInfo, session, started, state } from "../support/values";

const STEPS: readonly RunEvent[] = [1, 2, 3].map((step) =>
  event(step * 1_000, { type: "step.started", step }),
);

/** Two events a page, whatever is asked for. */
function page({ after = 0 }: EventsArgs): { events: RunEvent[]; next: number; done: boolean } {
  const events = STEPS.filter((each) => each.seq > after).slice(0, 2);
  return { events, next: events.at(-1)?.seq ?? after, done: false };
}

test("all pages behind the last known event are read", async () => {
  const runs = new RunStore();
  runs.apply(event(1_000, { type: "step.started", step: 1 }));
  const server = new FakeServer({ "architect.events": page });
  await new CatchUp(server, runs).events(RUN);
  assert.equal(runs.get(RUN)?.step, 3);
  assert.deepEqual(
    server.of("architect.events").map((each) => (each as EventsArgs).after),
    [1_000, 3_000],
  );
});

test("two that want the same events read them once", async () => {
  const runs = new RunStore();
  const server = new FakeServer({ "architect.events": page });
  const catchUp = new CatchUp(server, runs);
  await Promise.all([catchUp.events(RUN), catchUp.events(RUN)]);
  assert.equal(server.of("architect.events").length, 3);
});

test("a new window has the last runs of the newest sessions, below its own", async () => {
  const runs = new RunStore();
  runs.apply(event(1_000, { type: "step.started", step: 1 }));
  const sessions = ["s3", "s2", "s1"].map((sessionId) => session({ sessionId, runs: [`${sessionId}.1`] }));
  const server = new FakeServer({
    "architect.sessions": () => ({ sessions: [...sessions, session({ status: "corrupt" })] }),
    "architect.runs": ({ runId }) => ({ runs: [runInfo({ runId: `${runId ?? ""}.1`, state: "done" })] }),
  });
  const catchUp = new CatchUp(server, runs);
  await catchUp.earlier();
  await catchUp.earlier();
  assert.deepEqual(runs.all().map(({ runId }) => runId), [RUN, "s3.1", "s2.1", "s1.1"]);
});

test("after a restart a lost run is what the journal says it became", async () => {
  const runs = new RunStore();
  runs.apply(started());
  runs.apply(state(1_001, { state: "running" }));
  runs.markLost();
  const info = runInfo({ state: "done", outcome: "interrupted", seq: 3_000, steps: 3 });
  const server = new FakeServer({
    "architect.events": page,
    "architect.runs": ({ runId }) => ({ runs: runId === RUN ? [info] : [] }),
  });
  await new CatchUp(server, runs).afterStart();
  assert.equal(runs.get(RUN)?.state, "done");
  assert.equal(runs.get(RUN)?.outcome, "interrupted");
  assert.equal(runs.get(RUN)?.step, 3);
});

test("a lost run that never began is forgotten", async () => {
  const runs = new RunStore();
  runs.addStarted({ runId: RUN, state: "queued", position: 1 }, "never began");
  runs.markLost();
  const server = new FakeServer({
    "architect.events": () => {
      throw new ServerError("unknown_run", "there is no such run");
    },
    "architect.runs": () => ({ runs: [] }),
  });
  await new CatchUp(server, runs).afterStart();
  assert.deepEqual(runs.all(), []);
});

test("runs the server has from elsewhere are learned", async () => {
  const runs = new RunStore();
  const server = new FakeServer({ "architect.runs": () => ({ runs: [runInfo({ steps: 4 })] }) });
  await new CatchUp(server, runs).afterStart();
  assert.equal(runs.get(RUN)?.step, 4);
});

test("a journal that cannot be read is told, and keeps no other run from being learned", async () => {
  const runs = new RunStore();
  const broken = "20261120-070000-aaaaaa.1";
  runs.addStarted({ runId: RUN, state: "running", position: 0 }, "the first");
  runs.addStarted({ runId: broken, state: "running", position: 0 }, "the second");
  runs.markLost();
  const info = runInfo({ state: "done", outcome: "interrupted", seq: 3_000 });
  const other = runInfo({ runId: "20261120-090000-bbbbbb.1", state: "running" });
  const server = new FakeServer({
    "architect.events": (asked) => {
      if (asked.runId === broken) {
        throw new ServerError("stale", "line 3 is no event");
      }
      return page(asked);
    },
    "architect.runs": ({ runId }) => ({ runs: runId === RUN ? [info] : [other] }),
  });
  await assert.rejects(new CatchUp(server, runs).afterStart(), /line 3 is no event/);
  const known = [RUN, broken, other.runId].map((runId) => runs.get(runId)?.state);
  assert.deepEqual(known, ["done", "lost", "running"]);
});
