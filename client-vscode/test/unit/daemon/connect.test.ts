import assert from "node:assert/strict";
import { test } from "node:test";

import { CancellationSource, NEVER } from "../../../src/daemon/cancellationSource";
import { serverConnector, type InitializedServer, type Steps } from "../../../src/daemon/connect";
import type { ConnectionHandler } from "../../../src/daemon/connection";
import { ServerError } from "../../../src/daemon/serverError";
import type { ServerProcess } from "../../../src/daemon/serverProcess";

const HELLO = { architect: { protocol: 1, server: "0.1.0", commands: [] } };

const PEER: ConnectionHandler = {
  notification: () => undefined,
  request: () => Promise.resolve(undefined),
  closed: () => undefined,
};

/** A server whose process does what the test says. */
class Fake {
  ends = 0;
  die: (how: string) => void = () => undefined;
  initialization: Promise<InitializedServer> = Promise.resolve({
    experimental: HELLO,
    connection: { request: () => Promise.resolve(undefined), stop: () => Promise.resolve() },
  });
  readonly log: string[] = [];
  programs = ["/bin/architect"];
  readonly steps: Steps = {
    find: (excluded) => {
      const program = this.programs.find((each) => !excluded.includes(each));
      const command = { program: program ?? "", arguments: ["lsp"], source: "PATH" };
      return Promise.resolve(program === undefined ? undefined : command);
    },
    spawn: () => Promise.resolve(this.process()),
    initialize: () => this.initialization,
    log: (line) => this.log.push(line),
  };

  private process(): ServerProcess {
    const ended = new Promise<string>((resolve) => (this.die = resolve));
    const end = () => {
      this.ends += 1;
      this.die("signal SIGTERM");
      return Promise.resolve();
    };
    return { ended, end } as ServerProcess;
  }
}

const never = new Promise<InitializedServer>(() => undefined);

function error(code: string, words: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof ServerError && error.code === code && words.test(error.message);
}

test("a server is found, started and greeted, and the log tells where it comes from", async () => {
  const fake = new Fake();
  const connection = await serverConnector(fake.steps)(PEER, NEVER);
  assert.equal(connection.serverInfo.version, "0.1.0");
  assert.deepEqual(fake.log, ["Starting /bin/architect lsp (PATH)", "Server 0.1.0 is running"]);
});

test("without a server the fault says what to do", async () => {
  const steps = { ...new Fake().steps, find: () => Promise.resolve(undefined) };
  await assert.rejects(serverConnector(steps)(PEER, NEVER), error("no_server", /Install it, or set/));
});

test("one that ends while it starts is told with how it ended", async () => {
  const fake = new Fake();
  fake.initialization = never;
  const connection = serverConnector(fake.steps)(PEER, NEVER);
  await new Promise((resolve) => setImmediate(resolve));
  fake.die("exit code 1");
  await assert.rejects(connection, error("connection", /exited during startup \(exit code 1\)/));
});

test("a connection that breaks because the server ends is told as the server's end", async () => {
  const fake = new Fake();
  fake.initialization = Promise.reject(new Error("Pending response rejected"));
  const connection = serverConnector(fake.steps)(PEER, NEVER);
  await new Promise((resolve) => setImmediate(resolve));
  fake.die("exit code 2");
  await assert.rejects(connection, error("connection", /exit code 2/));
});

test("one that does not answer is ended", async () => {
  const fake = new Fake();
  fake.initialization = never;
  const words = /did not respond within 0.01 s/;
  await assert.rejects(serverConnector(fake.steps, 10)(PEER, NEVER), error("connection", words));
  assert.equal(fake.ends, 1);
});

test("one that is not wanted any more is ended, and there is nothing to tell about it", async () => {
  const fake = new Fake();
  fake.initialization = never;
  const cancellation = new CancellationSource();
  const connection = serverConnector(fake.steps)(PEER, cancellation.token);
  cancellation.cancel();
  await assert.rejects(connection, error("cancelled", /was stopped/));
  assert.equal(fake.ends, 1);
});

test("one that speaks another protocol is ended and named", async () => {
  const fake = new Fake();
  fake.initialization = fake.initialization.then((initialized) => ({
    ...initialized,
    experimental: { architect: { protocol: 9, server: "9.0" } },
  }));
  const words = /9\.0 at '\/bin\/architect' uses protocol 9/;
  await assert.rejects(serverConnector(fake.steps)(PEER, NEVER), error("no_server", words));
  assert.equal(fake.ends, 1);
});

test("what does not fit is passed over for the next that does", async () => {
  const fake = new Fake();
  let stopped = 0;
  fake.programs = ["/old/architect", "/broken/architect", "/bin/architect"];
  const greetings = [
    async () => ({
      experimental: { architect: { protocol: 9, server: "9.0" } },
      connection: { ...(await fake.initialization).connection, stop: () => Promise.resolve(void (stopped += 1)) },
    }),
    () => {
      fake.die("exit code 2");
      return never;
    },
    () => fake.initialization,
  ];
  const steps = { ...fake.steps, initialize: () => (greetings.shift() ?? (() => never))() };
  const connection = await serverConnector(steps)(PEER, NEVER);
  assert.equal(connection.serverInfo.version, "0.1.0");
  const passed = fake.log.filter((line) => line.includes(" skipped: "));
  assert.deepEqual(passed.map((line) => line.split(" ")[0]), ["/old/architect", "/broken/architect"]);
  assert.deepEqual([fake.ends, stopped], [2, 1]);
});

test("where nothing fits, it is told of the first", async () => {
  const fake = new Fake();
  fake.programs = ["/old/architect", "/other/architect"];
  fake.initialization = fake.initialization.then((initialized) => ({ ...initialized, experimental: {} }));
  const words = /'\/old\/architect' is not an Architect server/;
  await assert.rejects(serverConnector(fake.steps)(PEER, NEVER), error("no_server", words));
});

test("one that takes too long is not passed over, or the next would take as long", async () => {
  const fake = new Fake();
  fake.programs = ["/slow/architect", "/bin/architect"];
  fake.initialization = never;
  await assert.rejects(serverConnector(fake.steps, 10)(PEER, NEVER), error("connection", /did not respond/));
  assert.equal(fake.log.length, 1);
});
