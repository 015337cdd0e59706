import assert from "node:assert/strict";
import { test } from "node:test";

import { RunStore } from "../../../src/runs/runStore";
import { Emitter } from "../../../src/emitter";
import { RunProgress, type ProgressUi } from "../../../src/status/runProgress";
import { ManualTimer } from "../support/manualTimer";
import { event, RUN, started, state } from "../support/values";

class FakeProgressUi {
  readonly said: string[] = [];
  readonly cancelled: string[] = [];
  readonly time = new ManualTimer();
  readonly runs = new RunStore();
  pressCancel: () => void = () => undefined;
  wanted = true;
  readonly wishes = new Emitter<undefined>();

  private readonly ui: ProgressUi = {
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
    this.ui,
    { isWanted: () => this.wanted, onChange: (listener) => this.wishes.event(listener) },
    (runId) => this.cancelled.push(runId),
  );
}

test("a run that takes its time has a notification until it is over", () => {
  const ui = new FakeProgressUi();
  ui.runs.apply(started());
  assert.deepEqual(ui.said, []);
  ui.time.pass();
  ui.runs.apply(event(2_000, { type: "step.started", step: 2 }));
  ui.runs.apply(state(2_001, { state: "done", outcome: "completed" }));
  assert.deepEqual(ui.said, ["open make it faster", "queued", "queued", "close"]);
});

test("a notification goes when its run comes into sight", () => {
  const ui = new FakeProgressUi();
  ui.runs.apply(started());
  ui.time.pass();
  ui.wanted = false;
  ui.wishes.fire(undefined);
  assert.deepEqual(ui.said.at(-1), "close");
});

test("a run that is over soon has none", () => {
  const ui = new FakeProgressUi();
  ui.runs.apply(state(1, { state: "running" }));
  ui.runs.apply(state(2, { state: "done", outcome: "completed" }));
  ui.time.pass();
  assert.deepEqual(ui.said, []);
});

test("Cancel cancels that run", () => {
  const ui = new FakeProgressUi();
  ui.runs.apply(state(1, { state: "running" }));
  ui.time.pass();
  ui.pressCancel();
  assert.deepEqual(ui.cancelled, [RUN]);
});

test("nobody who does not want notifications gets one", () => {
  const ui = new FakeProgressUi();
  ui.wanted = false;
  ui.runs.apply(state(1, { state: "running" }));
  ui.time.pass();
  assert.deepEqual(ui.said, []);
});

test("a run that is lost with its server, or forgotten, closes its notification", () => {
  for (const end of ["lose", "forget"] as const) {
    const ui = new FakeProgressUi();
    ui.runs.apply(state(1, { state: "running" }));
    ui.time.pass();
    if (end === "lose") {
      ui.runs.markLost();
    } else {
      ui.runs.remove(RUN);
    }
    assert.equal(ui.said.at(-1), "close");
  }
});

test("the end of the extension closes what stands", () => {
  const ui = new FakeProgressUi();
  ui.runs.apply(state(1, { state: "running" }));
  ui.time.pass();
  ui.progress.dispose();
  assert.equal(ui.said.at(-1), "close");
});
