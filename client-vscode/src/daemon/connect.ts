/** Finding, starting and greeting a server. */

import type { Cancellation } from "../disposable";
import type { Connect, Connection, Peer } from "./connection";
import { DaemonFault } from "./daemonFault";
import type { ServerCommand } from "./discovery";
import { readHello } from "./handshake";
import type { ServerProcess } from "./serverProcess";

/** A cold start on a slow disk; the answer itself takes well below a second. */
export const START_MS = 30_000;

/** A server that answered; `experimental` is of its capabilities. */
export interface Greeted {
  readonly connection: Omit<Connection, "hello">;
  readonly experimental: unknown;
}

export interface Steps {
  /** Undefined if there is none; may reject with a `DaemonFault`. */
  find(): Promise<ServerCommand | undefined>;
  spawn(command: ServerCommand): Promise<ServerProcess>;
  greet(server: ServerProcess, peer: Peer): Promise<Greeted>;
  log(line: string): void;
}

export function connecting(steps: Steps, startMs = START_MS): Connect {
  return async (peer, abandoned) => {
    const command = await steps.find();
    if (command === undefined) {
      throw new DaemonFault(
        "no_server",
        "The Architect server is not installed on this machine; install it, or name the program in " +
          "architect.server.path.",
      );
    }
    steps.log(`Starting ${[command.program, ...command.arguments].join(" ")} (${command.source})`);
    const server = await steps.spawn(command);
    try {
      const greeted = await first(steps.greet(server, peer), server, abandoned, startMs);
      const hello = readHello(greeted.experimental, command.program);
      steps.log(`The server ${hello.version} runs`);
      return { ...greeted.connection, hello };
    } catch (error) {
      await server.end();
      throw error;
    }
  };
}

/** The greeting, unless the server ends, takes too long, or is not wanted any more. */
async function first(
  greeting: Promise<Greeted>,
  server: ServerProcess,
  abandoned: Cancellation,
  startMs: number,
): Promise<Greeted> {
  let timer: NodeJS.Timeout | undefined;
  let registration: { dispose(): void } | undefined;
  const obstacle = new Promise<never>((_, reject) => {
    const fail = (message: string) => {
      reject(new DaemonFault("connection", message));
    };
    void server.ended.then((how) => {
      fail(`The Architect server ended while it started (${how}); the output tells why.`);
    });
    timer = setTimeout(() => {
      fail(`The Architect server did not answer within ${String(startMs / 1000)} s; see the output.`);
    }, startMs);
    registration = abandoned.onCancellationRequested(() => {
      fail("The Architect server was stopped.");
    });
    if (abandoned.isCancellationRequested) {
      fail("The Architect server was stopped.");
    }
  });
  try {
    return await Promise.race([obstacle, preferring(greeting, server)]);
  } finally {
    clearTimeout(timer);
    registration?.dispose();
  }
}

/** A connection breaks with its server, whose own reason tells more. */
async function preferring(greeting: Promise<Greeted>, server: ServerProcess): Promise<Greeted> {
  try {
    return await greeting;
  } catch (error) {
    await Promise.race([server.ended, new Promise((resolve) => setTimeout(resolve, 500))]);
    throw error;
  }
}
