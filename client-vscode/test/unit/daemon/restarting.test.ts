import assert from "node:assert/strict";
import { test } from "node:test";

import { NEVER } from "../../../src/daemon/cancellationSource";
import { ServerError } from "../../../src/daemon/serverError";
import { question } from "../support/values";
import { Machine } from "./machine";

test("a command that waits for a server which is restarted gets its answer from the next", async () => {
  const machine = new Machine();
  machine.start = (cancellation) =>
    new Promise((_, reject) => {
      cancellation.onCancellationRequested(() => {
        reject(new ServerError("cancelled", "given up"));
      });
    });
  const runs = machine.daemon.command("architect.runs", {});
  machine.start = () => Promise.resolve();
  await machine.daemon.restart();
  assert.deepEqual(await runs, { runs: [] });
  assert.deepEqual([machine.peers.length, machine.asked.length], [2, 1]);
});

test("no server is started beside one that is still ending", async () => {
  const machine = new Machine();
  await machine.daemon.start();
  let go: () => void = () => undefined;
  machine.end = () => new Promise((resolve) => (go = resolve));
  const stopping = machine.daemon.stop();
  const runs = machine.daemon.command("architect.runs", {});
  await machine.settled();
  assert.equal(machine.peers.length, 1);
  go();
  await stopping;
  assert.deepEqual(await runs, { runs: [] });
  assert.deepEqual([machine.stopped, machine.peers.length], [1, 2]);
});

test("two that restart at once get one server, and none is left over", async () => {
  const machine = new Machine();
  await machine.daemon.start();
  await Promise.all([machine.daemon.restart(), machine.daemon.restart()]);
  assert.equal(machine.daemon.state, "running");
  assert.equal(machine.peers.length - machine.stopped, 1);
});

test("a server that was stopped gets nothing answered any more", async () => {
  const machine = new Machine();
  let asked = 0;
  machine.daemon.onConfirm(() => {
    asked += 1;
    return Promise.resolve({ choice: "once" });
  });
  await machine.daemon.start();
  const { handler } = machine;
  await machine.daemon.stop();
  for (const method of ["architect/confirm", "architect/llm/complete"]) {
    await assert.rejects(handler.request(method, question(), NEVER, () => undefined), /is not supported/);
  }
  assert.equal(asked, 0);
});
