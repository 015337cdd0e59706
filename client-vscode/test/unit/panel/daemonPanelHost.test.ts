import assert from "node:assert/strict";
import { test } from "node:test";

import type { DaemonState } from "../../../src/daemon/daemon";
import { ServerError } from "../../../src/daemon/serverError";
import { Emitter } from "../../../src/emitter";
import { daemonPanelHost, type PanelHostParts } from "../../../src/panel/daemonPanelHost";
import type { PanelHost } from "../../../src/panel/panelHost";

type Command = PanelHostParts["daemon"]["command"];

class FakeDaemon {
  state: DaemonState = "running";
  readonly asked: (readonly unknown[])[] = [];
  answers: Readonly<Record<string, unknown>> = {};
  error: Error | undefined;
  readonly events = new Emitter<never>();
  readonly states = new Emitter<DaemonState>();
  readonly onEvent = (listener: (event: never) => void) => this.events.event(listener);
  readonly onHunksChanged = () => ({ dispose: () => undefined });
  readonly onState = (listener: (state: DaemonState) => void) => this.states.event(listener);

  readonly command = ((name: string, argument: unknown) => {
    this.asked.push([name, argument]);
    return this.error === undefined ? Promise.resolve(this.answers[name]) : Promise.reject(this.error);
  }) as unknown as Command;
}

const WORDS = { runId: "s.1", messageId: "m", text: "and the tests", interrupt: false, attachments: [] };

function hostOf(daemon: FakeDaemon, more: Partial<PanelHostParts> = {}): PanelHost {
  return daemonPanelHost({
    daemon,
    execute: (command, argument) => {
      daemon.asked.push([command, argument]);
      return Promise.resolve(undefined);
    },
    showQuestion: () => Promise.resolve(),
    openFile: () => Promise.resolve(),
    queuedBehind: () => "",
    onRunsChange: () => ({ dispose: () => undefined }),
    budgetUsd: () => undefined,
    actions: { begin: () => Promise.resolve("s.2"), fork: () => Promise.resolve() },
    waiting: { of: () => [], keep: () => Promise.resolve() },
    isTrusted: () => true,
    onChange: () => ({ dispose: () => undefined }),
    ...more,
  });
}

test("the id of a session gives its last run", async () => {
  const daemon = new FakeDaemon();
  daemon.answers = { "architect.runs": { runs: [{ runId: "s.3" }] } };
  const host = hostOf(daemon);
  assert.equal(await host.lastRun("s"), "s.3");
  assert.equal(await host.info("s.1"), undefined);
  assert.deepEqual(daemon.asked[0], ["architect.runs", { runId: "s" }]);
});

test("what of a session waits is counted, and proposals are no changes", async () => {
  const daemon = new FakeDaemon();
  const host = hostOf(daemon);
  const waiting = async (...kinds: readonly string[]) => {
    daemon.answers = { "architect.hunks": { hunks: kinds.map((kind) => ({ kind })), conflicts: [] } };
    return await host.openChanges("s.2");
  };
  assert.deepEqual(await waiting("proposed"), { runId: "s.2", hunks: 1, conflicts: 0, areProposed: true });
  assert.deepEqual(await waiting("proposed", "applied"), { runId: "s.2", hunks: 2, conflicts: 0, areProposed: false });
  assert.deepEqual(await waiting(), { runId: "s.2", hunks: 0, conflicts: 0, areProposed: false });
});

test("an unknown run is undefined, other errors are passed on", async () => {
  const daemon = new FakeDaemon();
  daemon.error = new ServerError("unknown_run", "there is no such run");
  assert.equal(await hostOf(daemon).events("s.1", 0, 10), undefined);
  daemon.error = new ServerError("busy", "Too many runs wait.");
  await assert.rejects(hostOf(daemon).events("s.1", 0, 10), /Too many/);
  await assert.rejects(hostOf(daemon).say(WORDS), /Too many/);
});

test("what the user does goes to the commands of the extension and to the server", async () => {
  const daemon = new FakeDaemon();
  daemon.answers = { "architect.answer": { accepted: true } };
  const host = hostOf(daemon);
  await host.cancel("s.1");
  await host.undo("s.1");
  await host.restore("s.1", 3);
  await host.showDiff("s.1");
  await host.say(WORDS);
  const answer = { runId: "s.1", requestId: "q", choice: "once", text: "", offer: 0 } as const;
  assert.equal(await host.answer(answer), true);
  assert.deepEqual(daemon.asked, [
    ["architect.ui.cancel", "s.1"],
    ["architect.ui.undoRun", "s.1"],
    ["architect.ui.restoreCheckpoint", { runId: "s.1", step: 3 }],
    ["architect.ui.showDiff", "s.1"],
    ["architect.say", { runId: "s.1", messageId: "m", text: "and the tests", interrupt: false }],
    ["architect.answer", answer],
  ]);
});

test("a server that is gone, and a folder that is not trusted, are told", () => {
  const daemon = new FakeDaemon();
  const status = (more: Partial<PanelHostParts> = {}) => hostOf(daemon, more).status();
  assert.deepEqual(status(), { isConnected: true, blockedReason: "", budgetUsd: undefined });
  assert.match(status({ isTrusted: () => false }).blockedReason, /not trusted/);
  for (const state of ["missing", "restarting", "failed"] as const) {
    daemon.state = state;
    assert.equal(status().isConnected, false);
  }
  for (const state of ["off", "starting", "running"] as const) {
    daemon.state = state;
    assert.equal(status().isConnected, true);
  }
});

test("a server that runs again is one that was started", () => {
  const daemon = new FakeDaemon();
  let count = 0;
  hostOf(daemon).onStarted(() => {
    count += 1;
  });
  daemon.states.fire("starting");
  daemon.states.fire("running");
  assert.equal(count, 1);
});

test("what was missed is read when the server runs again, and not before", () => {
  const daemon = new FakeDaemon();
  let started = 0;
  hostOf(daemon).onStarted(() => {
    started += 1;
  });
  for (const state of ["restarting", "running", "failed"] as const) {
    daemon.states.fire(state);
  }
  assert.equal(started, 1);
});
