/** Finding, starting and greeting a server. */

import type { Cancellation } from "../disposable";
import type { Connect, Connection, Peer } from "./connection";
import { DaemonFault } from "./daemonFault";
import type { ServerCommand } from "./discovery";
import { faultOf, givenUp } from "./faults";
import { readHello } from "./handshake";
import { within, type ServerProcess } from "./serverProcess";

/** A cold start on a slow disk; the answer itself takes well below a second. */
export const START_MS = 30_000;

/** A server that answered; `experimental` is of its capabilities. */
export interface Greeted {
  readonly connection: Omit<Connection, "hello">;
  readonly experimental: unknown;
}

export interface Steps {
  /** The first program that is not among `refused`; undefined if there is none; may reject with a `DaemonFault`. */
  find(refused: readonly string[]): Promise<ServerCommand | undefined>;
  spawn(command: ServerCommand): Promise<ServerProcess>;
  greet(server: ServerProcess, peer: Peer): Promise<Greeted>;
  log(line: string): void;
}

/** What was started is no usable server, for which `fault` is why. */
class Unfit extends Error {
  constructor(readonly fault: unknown) {
    super("no usable server");
  }
}

/**
 * The first server that fits. What does not (another program of that name, an old version, one that
 * does not even run) is in nobody's way; why the first did not is told if there is no other.
 */
export function connecting(steps: Steps, startMs = START_MS): Connect {
  return async (peer, abandoned) => {
    const refused: string[] = [];
    let fault: unknown = notInstalled();
    for (;;) {
      const command = await steps.find(refused);
      if (command === undefined) {
        throw fault;
      }
      try {
        return await attempt(steps, command, peer, abandoned, startMs);
      } catch (error) {
        if (!(error instanceof Unfit)) {
          throw error;
        }
        steps.log(`${command.program} skipped: ${faultOf(error.fault).message}`);
        fault = refused.length === 0 ? error.fault : fault;
        refused.push(command.program);
      }
    }
  };
}

function notInstalled(): DaemonFault {
  return new DaemonFault(
    "no_server",
    "The Architect server is not installed on this machine. Install it, or set its path in " +
      "architect.server.path.",
  );
}

/** Rejects with `Unfit` if another program may do better. */
async function attempt(
  steps: Steps,
  command: ServerCommand,
  peer: Peer,
  abandoned: Cancellation,
  startMs: number,
): Promise<Connection> {
  steps.log(`Starting ${[command.program, ...command.arguments].join(" ")} (${command.source})`);
  const server = await steps.spawn(command);
  let greeted: Greeted | undefined;
  try {
    greeted = await first(steps.greet(server, peer), server, abandoned, startMs);
    const hello = readHello(greeted.experimental, command.program);
    steps.log(`Server ${hello.version} is running`);
    return { ...greeted.connection, hello };
  } catch (error) {
    const endedByItself = await within(0, server.ended);
    const isUnfit = endedByItself || faultOf(error).code === "no_server";
    // Else its commands are registered still when the next one comes with the same.
    await greeted?.connection.stop();
    await server.end();
    throw isUnfit && !abandoned.isCancellationRequested ? new Unfit(error) : error;
  }
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
      fail(`The Architect server exited during startup (${how}). See the output for details.`);
    });
    timer = setTimeout(() => {
      fail(`The Architect server did not respond within ${String(startMs / 1000)} s. See the output for details.`);
    }, startMs);
    registration = abandoned.onCancellationRequested(() => {
      reject(givenUp());
    });
    if (abandoned.isCancellationRequested) {
      reject(givenUp());
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
