/** Finding, starting and initializing a server. */

import type { Cancellation } from "../disposable";
import { t } from "../l10n";
import type { Connect, Connection, ConnectionHandler } from "./connection";
import { ServerError } from "./serverError";
import type { ServerCommand } from "./discovery";
import { toServerError, startCancelled } from "./errors";
import { readServerInfo } from "./handshake";
import { within, type ServerProcess } from "./serverProcess";

/** A cold start on a slow disk; the answer itself takes well below a second. */
export const START_MS = 30_000;

/** A server that answered; `experimental` is of its capabilities. */
export interface InitializedServer {
  readonly connection: Omit<Connection, "serverInfo">;
  readonly experimental: unknown;
}

export interface Steps {
  /** The first program that is not among `excluded`; undefined if there is none; may reject with a `ServerError`. */
  find(excluded: readonly string[]): Promise<ServerCommand | undefined>;
  spawn(command: ServerCommand): Promise<ServerProcess>;
  initialize(server: ServerProcess, handler: ConnectionHandler): Promise<InitializedServer>;
  log(line: string): void;
}

/** What was started is no usable server, for which `reason` is why. */
class UnusableServer extends Error {
  constructor(readonly reason: unknown) {
    super("no usable server");
  }
}

/**
 * The first server that fits. What does not (another program of that name, an old version, one that
 * does not even run) is skipped; why the first was is the error if there is no other.
 */
export function serverConnector(steps: Steps, startMs = START_MS): Connect {
  return async (handler, cancellation) => {
    const excluded: string[] = [];
    let reason: unknown = notInstalled();
    for (;;) {
      const command = await steps.find(excluded);
      if (command === undefined) {
        throw reason;
      }
      try {
        return await attempt(steps, command, handler, cancellation, startMs);
      } catch (error) {
        if (!(error instanceof UnusableServer)) {
          throw error;
        }
        steps.log(`${command.program} skipped: ${toServerError(error.reason).message}`);
        reason = excluded.length === 0 ? error.reason : reason;
        excluded.push(command.program);
      }
    }
  };
}

function notInstalled(): ServerError {
  return new ServerError(
    "no_server",
    t("The Architect server is not installed on this machine. Install it, or set its path in architect.server.path."),
    false,
    { kind: "installServer", setting: "" },
  );
}

/** Rejects with `UnusableServer` if another program may do better. */
async function attempt(
  steps: Steps,
  command: ServerCommand,
  handler: ConnectionHandler,
  cancellation: Cancellation,
  startMs: number,
): Promise<Connection> {
  steps.log(`Starting ${[command.program, ...command.arguments].join(" ")} (${command.source})`);
  const server = await steps.spawn(command);
  let initialized: InitializedServer | undefined;
  try {
    initialized = await raceWithFailure(steps.initialize(server, handler), server, cancellation, startMs);
    const serverInfo = readServerInfo(initialized.experimental, command.program);
    steps.log(`Server ${serverInfo.version} is running`);
    return { ...initialized.connection, serverInfo };
  } catch (error) {
    const endedByItself = await within(0, server.ended);
    const isUnusable = endedByItself || toServerError(error).code === "no_server";
    // Else its commands are registered still when the next one comes with the same.
    await initialized?.connection.stop();
    await server.end();
    throw isUnusable && !cancellation.isCancellationRequested ? new UnusableServer(error) : error;
  }
}

/** The initialized server, unless it exits, takes too long, or the start is cancelled. */
async function raceWithFailure(
  initialization: Promise<InitializedServer>,
  server: ServerProcess,
  cancellation: Cancellation,
  startMs: number,
): Promise<InitializedServer> {
  let timer: NodeJS.Timeout | undefined;
  let registration: { dispose(): void } | undefined;
  const failure = new Promise<never>((_, reject) => {
    const fail = (message: string) => {
      reject(new ServerError("connection", message));
    };
    void server.ended.then((how) => {
      fail(t("The Architect server exited during startup ({how}). See the output for details.", { how }));
    });
    timer = setTimeout(() => {
      fail(t("The Architect server did not respond within {seconds} s. See the output for details.", { seconds: startMs / 1000 }));
    }, startMs);
    registration = cancellation.onCancellationRequested(() => {
      reject(startCancelled());
    });
    if (cancellation.isCancellationRequested) {
      reject(startCancelled());
    }
  });
  try {
    return await Promise.race([failure, preferExitReason(initialization, server)]);
  } finally {
    clearTimeout(timer);
    registration?.dispose();
  }
}

/** A connection closes with its server, whose exit reason is the better error. */
async function preferExitReason(
  initialization: Promise<InitializedServer>,
  server: ServerProcess,
): Promise<InitializedServer> {
  try {
    return await initialization;
  } catch (error) {
    await Promise.race([server.ended, new Promise((resolve) => setTimeout(resolve, 500))]);
    throw error;
  }
}
