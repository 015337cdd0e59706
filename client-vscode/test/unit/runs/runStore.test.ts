import assert from "node:assert/strict";
import { test } from "node:test";

import { canBeUndone, type Run } from "../../../src/runs/run";
import { RunStore, type RunChange } from "../../../src/runs/runStore";
import { event, RUN, runInfo, started, state } from "../support/values";

function known(store: RunStore): Run {
  const run = store.get(RUN);
  assert.ok(run !== undefined);
  return run;
}

function told(...events: Parameters<RunStore["apply"]>[0][]): RunStore {
  const store = new RunStore();
  for (const each of events) {
    store.apply(each);
  }
  return store;
}

test("a run is what its events say", () => {
  const run = known(
    told(
      state(1, { state: "running" }),
      started(1_000),
      event(2_000, { type: "step.started", step: 1 }),
      event(3_000, {
        type: "tool.decided",
        name: "edit_file",
        summary: "a.py",
        allowed: true,
        by: "policy",
        reason: "",
      }),
      event(4_000, { type: "file.changed", path: "a.py", kind: "modified" }),
      event(5_000, { type: "file.changed", path: "a.py", kind: "modified" }),
      event(6_000, { type: "finding.reported" }),
    ),
  );
  assert.equal(run.findings, 1);
  assert.equal(run.activity, "edit_file a.py");
  assert.equal(run.title, "make it faster");
  assert.equal(run.root, "/home/u");
  assert.equal(run.step, 1);
  assert.deepEqual(run.filesChanged, ["a.py"]);
});

test("why a run ended stays known, whatever is told after it", () => {
  const run = known(
    told(
      state(1, { state: "cancelling", reason: "cancelled by the user" }),
      state(2, { state: "done", outcome: "cancelled", error: "it was late" }),
      state(3, { state: "done" }),
    ),
  );
  assert.deepEqual(
    [run.outcome, run.reason, run.error, run.activity],
    ["cancelled", "cancelled by the user", "it was late", undefined],
  );
});

test("events that were seen before change nothing", () => {
  const reply = event(2_000, {
    type: "model.replied",
    usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 0, writtenTokens: 0, reasoningTokens: 0, estimated: false },
    costUsd: 0.01,
  });
  const store = told(started(), reply);
  let changes = 0;
  store.onChange(() => {
    changes += 1;
  });
  store.apply(reply);
  store.apply(started());
  assert.equal(changes, 0);
  assert.deepEqual(known(store).spending, { inputTokens: 10, outputTokens: 5, usd: 0.01 });
});

test("a cost is not known once one reply has no price", () => {
  const reply = (seq: number, costUsd: number | null) =>
    event(seq, { type: "model.replied", usage: null, costUsd });
  const store = told(reply(1_000, 0.5), reply(2_000, null), reply(3_000, 0.5));
  assert.equal(known(store).spending.usd, null);
});

test("what a RunInfo has counted is not counted again by the events before it", () => {
  const store = new RunStore();
  store.update(runInfo({ seq: 2_000, usage: { inputTokens: 10, outputTokens: 5, usd: 0.01 } }));
  store.apply(
    event(2_000, {
      type: "model.replied",
      usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 0, writtenTokens: 0, reasoningTokens: 0, estimated: false },
      costUsd: 0.01,
    }),
  );
  assert.deepEqual(known(store).spending, { inputTokens: 10, outputTokens: 5, usd: 0.01 });
});

test("a RunInfo that is older than the last event changes no figures", () => {
  const store = told(started(), event(2_000, { type: "step.started", step: 7 }));
  store.update(runInfo({ seq: 1_000, steps: 3 }));
  assert.equal(known(store).step, 7);
});

test("a delta with a higher number than the last event shows that events were missed", () => {
  const store = told(started(1_000));
  const gaps: string[] = [];
  store.onGap((run) => gaps.push(run.runId));
  store.apply(event(1_000, { type: "model.delta", text: "a" }));
  assert.deepEqual(gaps, []);
  store.apply(event(3_000, { type: "model.delta", text: "b" }));
  assert.deepEqual(gaps, [RUN]);
  assert.equal(known(store).seq, 1_000);
});

test("runs are listed the newest first", () => {
  const store = new RunStore();
  store.addStarted({ runId: "one", state: "queued", position: 1 }, "first");
  store.addStarted({ runId: "two", state: "running", position: 0 }, "second");
  assert.deepEqual(store.all().map((run) => run.title), ["second", "first"]);
});

test("the answer to a command does not override earlier events", () => {
  const store = told(state(1, { state: "done", outcome: "completed" }));
  store.addStarted({ runId: RUN, state: "queued", position: 1 }, "title");
  assert.equal(known(store).state, "done");
  assert.equal(known(store).title, "title");
});

test("what goes on is lost with the server, and what is over is not", () => {
  const store = told(state(1, { state: "waiting", waitsFor: "confirm" }));
  store.addStarted({ runId: "over", state: "done", position: 0 }, "over");
  store.markLost();
  assert.equal(known(store).state, "lost");
  assert.equal(known(store).waitsFor, undefined);
  assert.equal(store.get("over")?.state, "done");
  assert.deepEqual(store.open(), []);
});

test("a question of the agent waits for an answer, also in what the server says of runs later", () => {
  const pending = { requestId: "q1", message: "Which?", options: [], offers: [], answers: [] };
  const asks = (kind: "question" | "command") => ({ state: "waiting", waitsFor: "confirm", pending: { ...pending, kind } }) as const;
  const store = told(state(1, asks("question")));
  assert.equal(known(store).waitsFor, "input");
  store.update(runInfo({ ...asks("command"), seq: 2 }));
  assert.equal(known(store).waitsFor, "confirm");
});

test("a run that waited when its server died is what the journal says, which ends before that", () => {
  const store = told(started(), state(1_002, { state: "waiting", waitsFor: "confirm" }));
  store.markLost();
  store.update(runInfo({ state: "running", seq: 1_000 }));
  assert.equal(known(store).state, "lost");
  store.update(runInfo({ state: "done", outcome: "interrupted", seq: 1_000 }));
  assert.equal(known(store).state, "done");
  assert.equal(known(store).outcome, "interrupted");
});

test("listeners are told what a run was before", () => {
  const store = told(state(1, { state: "running" }));
  const changes: RunChange[] = [];
  const listening = store.onChange((change) => changes.push(change));
  store.apply(state(2, { state: "done", outcome: "failed", error: "no key" }));
  listening.dispose();
  store.apply(state(3, { state: "done" }));
  assert.deepEqual(
    changes.map(({ before, run }) => [before?.state, run.state, run.error]),
    [["running", "done", "no key"]],
  );
});

test("a run can be undone when it is over, has changed something, and is not undone yet", () => {
  const changed = event(1_000, { type: "file.changed", path: "a.py", kind: "created" });
  const store = told(changed, state(1_001, { state: "running" }));
  assert.equal(canBeUndone(known(store)), false);
  store.apply(state(2_000, { state: "done", outcome: "completed" }));
  assert.equal(canBeUndone(known(store)), true);
  store.setUndone(RUN, true);
  assert.equal(canBeUndone(known(store)), false);
});
