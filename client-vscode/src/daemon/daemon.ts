/** The server as the rest of the extension sees it: typed commands, events and questions. */

import type { Cancellation, Disposable } from "../disposable";
import type {
  Commands,
  ConfirmAnswer,
  ConfirmParams,
  ConfirmResolved,
  HunksChanged,
  RunEvent,
  WorkflowChanged,
} from "../protocol/generated";

/**
 * How the server is doing.
 *
 * - `off`: not started yet, or stopped on purpose; the next command starts it
 * - `missing`: there is none on this machine; the next command looks again
 * - `starting`, `running`
 * - `restarting`: it ended by itself and is being started again
 * - `failed`: it ended too often, or cannot be used; `restart` tries again
 */
export type DaemonState = "off" | "missing" | "starting" | "running" | "restarting" | "failed";

/** Asked for each `architect/confirm`; `withdrawn` says that the question is answered elsewhere. */
export type Answerer = (question: ConfirmParams, withdrawn: Cancellation) => Promise<ConfirmAnswer>;

export interface Daemon {
  readonly state: DaemonState;

  /**
   * `workspace/executeCommand` with one argument; starts the server if it does not run.
   *
   * Rejects with a `ServerError`, whose message is a sentence for the user. With `cancellation`, a
   * command that waits (`wait: true`) is cancelled on the server, too.
   */
  command<K extends keyof Commands>(
    name: K,
    argument: Commands[K]["argument"],
    cancellation?: Cancellation,
  ): Promise<Commands[K]["result"]>;

  /** `architect/event`, in the order in which they come. */
  onEvent(listener: (event: RunEvent) => void): Disposable;

  /** Who answers questions; the last one counts, and without one every question is denied. */
  onConfirm(answerer: Answerer): Disposable;

  /** `architect/confirm/resolved`; the `Answerer` is already cancelled. */
  onConfirmResolved(listener: (resolved: ConfirmResolved) => void): Disposable;

  /** `architect/hunks/changed`: the open hunks of these documents have to be fetched again. */
  onHunksChanged(listener: (changed: HunksChanged) => void): Disposable;

  /** `architect/workflow/changed`: how a workflow that goes on in the server is doing. */
  onWorkflowChanged(listener: (changed: WorkflowChanged) => void): Disposable;

  onState(listener: (state: DaemonState) => void): Disposable;

  /**
   * The server was started, for the first time or again: earlier requests are gone, and
   * runs, hunks and findings have to be fetched again. Called before `state` becomes `running`.
   */
  onStarted(listener: (again: boolean) => void): Disposable;

  /** Start the server if it does not run; rejects like `command`. */
  start(): Promise<void>;

  /** End the server if it runs, and start it with the settings as they are now. */
  restart(): Promise<void>;

  /** End the server within 5 seconds, whatever it does. */
  stop(): Promise<void>;
}
