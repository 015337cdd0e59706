import assert from "node:assert/strict";
import { test } from "node:test";

import { RunStore } from "../../../src/runs/runStore";
import { RunProgress, type ProgressFace } from "../../../src/status/runProgress";
import { ManualTimer } from "../support/manualTimer";
import { event, RUN, started, state } from "../support/values";

class Face {
  readonly said: string[] = [];
  readonly cancelled: string[] = [];
  readonly time = new ManualTimer();
  readonly runs = new RunStore();
  pressCancel: () => void = () => undefined;
  wanted = true;

  private readonly face: ProgressFace = {
    open: (title, cancel) => {
      this.said.push(`open ${title}`);
      this.pressCancel = cancel;
      return {
        report: (message) => this.said.push(message),
        close: () => this.said.push("close"),
      };
    },
    later: this.time.timer,
  };

  readonly progress = new RunProgress(
    this.runs,
    this.face,
    () => this.wanted,
    (runId) => this.cancelled.push(runId),
  );
}

test("a run that takes its time has a notification until it is over", () => {
  const face = new Face();
  face.runs.take(started());
  assert.deepEqual(face.said, []);
  face.time.pass();
  face.runs.take(event(2_000, { type: "step.started", step: 2 }));
  face.runs.take(state(2_001, { state: "done", outcome: "completed" }));
  assert.deepEqual(face.said, ["open make it faster", "queued", "queued", "close"]);
});

test("a run that is over soon has none", () => {
  const face = new Face();
  face.runs.take(state(1, { state: "running" }));
  face.runs.take(state(2, { state: "done", outcome: "completed" }));
  face.time.pass();
  assert.deepEqual(face.said, []);
});

test("Cancel cancels that run", () => {
  const face = new Face();
  face.runs.take(state(1, { state: "running" }));
  face.time.pass();
  face.pressCancel();
  assert.deepEqual(face.cancelled, [RUN]);
});

test("nobody who does not want notifications gets one", () => {
  const face = new Face();
  face.wanted = false;
  face.runs.take(state(1, { state: "running" }));
  face.time.pass();
  assert.deepEqual(face.said, []);
});

test("a run that is lost with its server, or forgotten, closes its notification", () => {
  for (const end of ["lose", "forget"] as const) {
    const face = new Face();
    face.runs.take(state(1, { state: "running" }));
    face.time.pass();
    if (end === "lose") {
      face.runs.lose();
    } else {
      face.runs.forget(RUN);
    }
    assert.equal(face.said.at(-1), "close");
  }
});

test("the end of the extension closes what stands", () => {
  const face = new Face();
  face.runs.take(state(1, { state: "running" }));
  face.time.pass();
  face.progress.dispose();
  assert.equal(face.said.at(-1), "close");
});
