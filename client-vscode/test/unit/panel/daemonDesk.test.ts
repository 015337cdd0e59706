import assert from "node:assert/strict";
import { test } from "node:test";

import type { DaemonState } from "../../../src/daemon/daemon";
import { DaemonFault } from "../../../src/daemon/daemonFault";
import { Listeners } from "../../../src/listeners";
import { daemonDesk, type DeskParts } from "../../../src/panel/daemonDesk";
import type { PanelDesk } from "../../../src/panel/panelDesk";

type Command = DeskParts["daemon"]["command"];

class FakeDaemon {
  state: DaemonState = "running";
  readonly asked: (readonly unknown[])[] = [];
  answers: Readonly<Record<string, unknown>> = {};
  fault: Error | undefined;
  readonly events = new Listeners<never>();
  readonly states = new Listeners<DaemonState>();
  readonly onEvent = (listener: (event: never) => void) => this.events.add(listener);
  readonly onHunksChanged = () => ({ dispose: () => undefined });
  readonly onState = (listener: (state: DaemonState) => void) => this.states.add(listener);

  readonly command = ((name: string, argument: unknown) => {
    this.asked.push([name, argument]);
    return this.fault === undefined ? Promise.resolve(this.answers[name]) : Promise.reject(this.fault);
  }) as unknown as Command;
}

function deskAt(daemon: FakeDaemon, more: Partial<DeskParts> = {}): PanelDesk {
  return daemonDesk({
    daemon,
    execute: (command, argument) => {
      daemon.asked.push([command, argument]);
      return Promise.resolve(undefined);
    },
    showQuestion: () => Promise.resolve(),
    openFile: () => Promise.resolve(),
    budgetUsd: () => undefined,
    isTrusted: () => true,
    onChange: () => ({ dispose: () => undefined }),
    ...more,
  });
}

test("the id of a session gives its last run", async () => {
  const daemon = new FakeDaemon();
  daemon.answers = { "architect.runs": { runs: [{ runId: "s.3" }] } };
  const desk = deskAt(daemon);
  assert.equal(await desk.lastRun("s"), "s.3");
  assert.equal(await desk.info("s.1"), undefined);
  assert.deepEqual(daemon.asked[0], ["architect.runs", { runId: "s" }]);
});

test("a run that nobody knows is none, other faults are told", async () => {
  const daemon = new FakeDaemon();
  daemon.fault = new DaemonFault("unknown_run", "there is no such run");
  assert.equal(await deskAt(daemon).events("s.1", 0, 10), undefined);
  daemon.fault = new DaemonFault("busy", "Too many runs wait.");
  await assert.rejects(deskAt(daemon).events("s.1", 0, 10), /Too many/);
  await assert.rejects(deskAt(daemon).continueSession("s", "go on"), /Too many/);
});

test("what the user does goes to the commands of the extension and to the server", async () => {
  const daemon = new FakeDaemon();
  daemon.answers = { "architect.answer": { accepted: true } };
  const desk = deskAt(daemon);
  await desk.cancel("s.1");
  await desk.undo("s.1");
  await desk.showDiff("s.1");
  await desk.continueSession("s", "go on");
  const answer = { runId: "s.1", requestId: "q", choice: "once", text: "", offer: 0 } as const;
  assert.equal(await desk.answer(answer), true);
  assert.deepEqual(daemon.asked, [
    ["architect.ui.cancel", "s.1"],
    ["architect.ui.undoRun", "s.1"],
    ["architect.ui.showDiff", "s.1"],
    ["architect.run", { session: "s", prompt: "go on" }],
    ["architect.answer", answer],
  ]);
});

test("a server that is gone, and a folder that is not trusted, are told", () => {
  const daemon = new FakeDaemon();
  const standing = (more: Partial<DeskParts> = {}) => deskAt(daemon, more).standing();
  assert.deepEqual(standing(), { isConnected: true, obstacle: "", budgetUsd: undefined });
  assert.match(standing({ isTrusted: () => false }).obstacle, /not trusted/);
  for (const state of ["missing", "restarting", "failed"] as const) {
    daemon.state = state;
    assert.equal(standing().isConnected, false);
  }
  for (const state of ["off", "starting", "running"] as const) {
    daemon.state = state;
    assert.equal(standing().isConnected, true);
  }
});

test("a server that runs again is one that was started", () => {
  const daemon = new FakeDaemon();
  let count = 0;
  deskAt(daemon).onStarted(() => {
    count += 1;
  });
  daemon.states.tell("starting");
  daemon.states.tell("running");
  assert.equal(count, 1);
});

test("what was missed is read when the server runs again, and not before", () => {
  const daemon = new FakeDaemon();
  let started = 0;
  deskAt(daemon).onStarted(() => {
    started += 1;
  });
  for (const state of ["restarting", "running", "failed"] as const) {
    daemon.states.tell(state);
  }
  assert.equal(started, 1);
});
