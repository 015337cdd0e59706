import assert from "node:assert/strict";
import { test } from "node:test";

import { NEVER, CancellationSource } from "../../../src/daemon/cancellationSource";
import type { DaemonState } from "../../../src/daemon/daemon";
import { ServerError } from "../../../src/daemon/serverError";
import type { Cancellation } from "../../../src/disposable";
import { question, state } from "../support/values";
import { Machine } from "./machine";

function states(machine: Machine): DaemonState[] {
  const seen: DaemonState[] = [];
  machine.daemon.onState((each) => seen.push(each));
  return seen;
}

test("the first command starts the server, and commands that come meanwhile share it", async () => {
  const machine = new Machine();
  const seen = states(machine);
  const runs = await Promise.all([
    machine.daemon.command("architect.runs", {}),
    machine.daemon.command("architect.runs", {}),
  ]);
  assert.deepEqual(runs, [{ runs: [] }, { runs: [] }]);
  assert.equal(machine.peers.length, 1);
  assert.deepEqual(seen, ["starting", "running"]);
  assert.deepEqual(machine.asked[0], {
    method: "workspace/executeCommand",
    params: { command: "architect.runs", arguments: [{}] },
  });
});

test("events, hunks and answered questions are passed on", async () => {
  const machine = new Machine();
  const told: unknown[] = [];
  machine.daemon.onEvent((event) => told.push(event.type));
  machine.daemon.onHunksChanged(({ uris }) => told.push(uris));
  machine.daemon.onConfirmResolved(({ reason }) => told.push(reason));
  await machine.daemon.start();
  machine.handler.notification("architect/event", state(1, {}));
  machine.handler.notification("architect/hunks/changed", { uris: ["file:///a"] });
  machine.handler.notification("architect/confirm/resolved", { requestId: "q", reason: "expired" });
  assert.deepEqual(told, ["run.state", ["file:///a"], "expired"]);
});

test("a server that ends is started again, and those who know of it are told", async () => {
  const machine = new Machine();
  const seen = states(machine);
  const starts: boolean[] = [];
  machine.daemon.onStarted((again) => starts.push(again));
  await machine.daemon.start();
  machine.exits("exit code 1");
  await machine.settled();
  assert.deepEqual(seen, ["starting", "running", "restarting", "running"]);
  assert.deepEqual(starts, [false, true]);
  assert.deepEqual(machine.notices, ["restart 1 after exit code 1"]);
});

test("a server that ends is told at once, and the next one is started when it is cleaned up", async () => {
  const machine = new Machine();
  const seen = states(machine);
  await machine.daemon.start();
  let isCleanedUp = (): void => undefined;
  machine.exits("signal SIGKILL", new Promise((resolve) => {
    isCleanedUp = resolve;
  }));
  assert.equal(seen.at(-1), "restarting");
  await machine.settled();
  assert.equal(machine.peers.length, 1);
  isCleanedUp();
  await machine.settled();
  assert.equal(machine.peers.length, 2);
  assert.equal(seen.at(-1), "running");
});

test("a command that waits for an answer learns that its server ended", async () => {
  const machine = new Machine();
  await machine.daemon.start();
  machine.answer = () => {
    machine.exits("signal SIGKILL");
    return Promise.reject(new Error("stream destroyed"));
  };
  const lost = machine.daemon.command("architect.runs", {});
  await assert.rejects(lost, (error: unknown) => {
    return error instanceof ServerError && error.code === "connection" && error.retryable;
  });
});

for (const end of ["closed", "stopped"] as const) {
  test(`a command that the server never answers ends when the server is ${end}`, async () => {
    const machine = new Machine();
    await machine.daemon.start();
    const asked = new Promise<void>((resolve) => {
      machine.answer = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const unanswered = machine.daemon.command("architect.runs", {});
    const rejected = assert.rejects(unanswered, { code: "connection", retryable: true });
    await asked;
    if (end === "closed") {
      machine.exits("exit code 0");
    } else {
      await machine.daemon.stop();
    }
    await rejected;
  });
}

test("after the fifth death within three minutes nothing is started any more until somebody asks", async () => {
  const machine = new Machine();
  await machine.daemon.start();
  for (let death = 0; death < 5; death += 1) {
    machine.exits("exit code 1");
    await machine.settled();
  }
  assert.equal(machine.daemon.state, "failed");
  assert.equal(machine.notices.at(-1), "gave up after exit code 1");
  await assert.rejects(machine.daemon.command("architect.runs", {}), /Restart Server/);
  assert.equal(machine.peers.length, 5);
  await machine.daemon.restart();
  assert.equal(machine.daemon.state, "running");
});

test("a server that cannot be started again is told once and not tried for ever", async () => {
  const machine = new Machine();
  await machine.daemon.start();
  machine.start = () => Promise.reject(new ServerError("connection", "it is broken"));
  machine.exits("exit code 1");
  await machine.settled();
  assert.equal(machine.daemon.state, "failed");
  assert.deepEqual(machine.notices, ["restart 1 after exit code 1", "not started: it is broken"]);
});

test("without a server the next command looks for one again", async () => {
  const machine = new Machine();
  machine.start = () => Promise.reject(new ServerError("no_server", "install it"));
  await assert.rejects(machine.daemon.command("architect.runs", {}), /install it/);
  assert.equal(machine.daemon.state, "missing");
  machine.start = () => Promise.resolve();
  await machine.daemon.command("architect.runs", {});
  assert.equal(machine.daemon.state, "running");
});

test("a server that was stopped on purpose is not started again, whatever it still says", async () => {
  const machine = new Machine();
  const told: string[] = [];
  machine.daemon.onEvent((event) => told.push(event.type));
  await machine.daemon.start();
  await machine.daemon.stop();
  machine.handler.notification("architect/event", state(1, {}));
  machine.exits("exit code 0");
  await machine.settled();
  assert.deepEqual([machine.stopped, machine.daemon.state], [1, "off"]);
  assert.deepEqual([machine.notices, told], [[], []]);
});

test("stopping while it starts abandons the start", async () => {
  const machine = new Machine();
  machine.start = (cancellation) =>
    new Promise((_, reject) => {
      cancellation.onCancellationRequested(() => {
        reject(new ServerError("connection", "stopped"));
      });
    });
  const starting = machine.daemon.start();
  const rejected = assert.rejects(starting, /stopped/);
  await machine.daemon.stop();
  await rejected;
  assert.equal(machine.daemon.state, "off");
});

test("a server that comes up after it was abandoned is ended", async () => {
  const machine = new Machine();
  let go: () => void = () => undefined;
  machine.start = () => new Promise((resolve) => (go = resolve));
  const starting = assert.rejects(machine.daemon.start());
  const stopping = machine.daemon.stop();
  go();
  await Promise.all([starting, stopping]);
  assert.deepEqual([machine.stopped, machine.daemon.state], [1, "off"]);
});

test("a question goes to whoever answers, and is withdrawn when the server says so", async () => {
  const machine = new Machine();
  let withdrawn: Cancellation = NEVER;
  machine.daemon.onConfirm((_, token) => {
    withdrawn = token;
    return new Promise((resolve) => {
      token.onCancellationRequested(() => {
        resolve({ choice: "deny" });
      });
    });
  });
  await machine.daemon.start();
  const answer = machine.handler.request("architect/confirm", question(), NEVER, () => undefined);
  assert.equal(withdrawn.isCancellationRequested, false);
  machine.handler.notification("architect/confirm/resolved", { requestId: "q1", reason: "answered" });
  assert.deepEqual(await answer, { choice: "deny" });
  assert.ok(withdrawn.isCancellationRequested);
});

test("a question that is asked again can still be withdrawn after the first was answered", async () => {
  const machine = new Machine();
  const settle: (() => void)[] = [];
  const tokens: Cancellation[] = [];
  machine.daemon.onConfirm((_, token) => {
    tokens.push(token);
    return new Promise((resolve) => {
      settle.push(() => {
        resolve({ choice: "deny" });
      });
    });
  });
  await machine.daemon.start();
  const first = machine.handler.request("architect/confirm", question(), NEVER, () => undefined);
  const again = machine.handler.request("architect/confirm", question(), NEVER, () => undefined);
  settle[0]?.();
  await first;
  machine.handler.notification("architect/confirm/resolved", { requestId: "q1", reason: "answered" });
  assert.deepEqual(tokens.map((token) => token.isCancellationRequested), [false, true]);
  settle[1]?.();
  await again;
});

/** Asks a question that ends when it is withdrawn. */
async function askedUntilWithdrawn(machine: Machine, request: CancellationSource) {
  machine.daemon.onConfirm(
    (_, token) =>
      new Promise((resolve) => {
        token.onCancellationRequested(() => {
          resolve({ choice: "stop" });
        });
      }),
  );
  await machine.daemon.start();
  return { answer: machine.handler.request("architect/confirm", question(), request.token, () => undefined) };
}

test("a question is withdrawn with its request", async () => {
  const request = new CancellationSource();
  const { answer } = await askedUntilWithdrawn(new Machine(), request);
  request.cancel();
  assert.deepEqual(await answer, { choice: "stop" });
});

test("a server that goes, or is gone, hears no answer that nobody gave", async () => {
  for (const end of ["closed", "stopped"] as const) {
    const machine = new Machine();
    const { answer } = await askedUntilWithdrawn(machine, new CancellationSource());
    if (end === "closed") {
      machine.exits("exit code 1");
    } else {
      await machine.daemon.stop();
    }
    const settled = new Promise((resolve) => setImmediate(resolve, "nothing"));
    assert.equal(await Promise.race([answer, settled]), "nothing");
  }
});

test("a question that nobody can answer is denied", async () => {
  const machine = new Machine();
  machine.daemon.onConfirm(() => Promise.resolve({ choice: "once" })).dispose();
  await machine.daemon.start();
  const answer = await machine.handler.request("architect/confirm", question(), NEVER, () => undefined);
  assert.equal((answer as { choice: string }).choice, "deny");
});

test("other requests go to those who answer them", async () => {
  const machine = new Machine();
  await machine.daemon.start();
  const answer = machine.handler.request("architect/save", { uris: [] }, NEVER, () => undefined);
  assert.equal(await answer, "answer to architect/save");
});
