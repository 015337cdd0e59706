/** A supervisor with servers that a test starts, answers for and ends. */

import assert from "node:assert/strict";

import type { Connection, ConnectionHandler } from "../../../src/daemon/connection";
import { RestartBudget } from "../../../src/daemon/restartBudget";
import { Supervisor } from "../../../src/daemon/supervisor";
import type { Cancellation } from "../../../src/disposable";

export class Machine {
  readonly peers: ConnectionHandler[] = [];
  readonly asked: { method: string; params: unknown }[] = [];
  readonly notices: string[] = [];
  stopped = 0;
  now = 0;
  /** What starting a server comes to. */
  start: (cancellation: Cancellation) => Promise<void> = () => Promise.resolve();
  answer: (params: unknown) => Promise<unknown> = () => Promise.resolve({ runs: [] });

  readonly daemon = new Supervisor({
    connect: async (handler, cancellation) => {
      this.peers.push(handler);
      await this.start(cancellation);
      return this.connection();
    },
    notices: {
      restarting: (how, count) => this.notices.push(`restart ${String(count)} after ${how}`),
      restartsExhausted: (how) => this.notices.push(`gave up after ${how}`),
      startFailed: (error) => this.notices.push(`not started: ${error.message}`),
    },
    restarts: new RestartBudget(() => this.now),
    answer: (method) => Promise.resolve(`answer to ${method}`),
  });
  /** What ending a server comes to. */
  end: () => Promise<void> = () => Promise.resolve();

  /** The server that runs now. */
  get handler(): ConnectionHandler {
    const last = this.peers.at(-1);
    assert.ok(last !== undefined);
    return last;
  }

  /** The server that runs now ends by itself. */
  exits(how: string, cleanedUp = Promise.resolve()): void {
    this.handler.closed(how, cleanedUp);
  }

  /** Until what the last step set going has come to rest. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  private connection(): Connection {
    return {
      serverInfo: { version: "0.1.0", commands: [] },
      request: (method, params) => {
        this.asked.push({ method, params });
        return this.answer(params);
      },
      stop: async () => {
        await this.end();
        this.stopped += 1;
      },
    };
  }
}
