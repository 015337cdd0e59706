/** Keeps a server running, and passes on its messages. */

import type { Cancellation, Disposable } from "../disposable";
import { Emitter } from "../emitter";
import { t } from "../l10n";
import type {
  Commands,
  ConfirmParams,
  ConfirmResolved,
  HunksChanged,
  RunEvent,
  WorkflowChanged,
} from "../protocol/generated";
import { CancellationSource } from "./cancellationSource";
import type { Connect, Connection, Notify, ConnectionHandler } from "./connection";
import type { Answerer, Daemon, DaemonState } from "./daemon";
import { ServerError } from "./serverError";
import { connectionLost, toServerError, startCancelled } from "./errors";
import { PendingQuestions } from "./pendingQuestions";
import { PendingRequests } from "./pendingRequests";
import { MAX_RESTARTS, type RestartBudget } from "./restartBudget";
import { methodNotFound } from "./rpcError";

/** Notifications about the server; none of these is waited for. */
export interface Notices {
  /** It ended by itself and is started again, for the `count`th time. */
  restarting(how: string, count: number, most: number): void;
  /** It exited too often and is not restarted. */
  restartsExhausted(how: string): void;
  /** A start that no command waits for has failed. */
  startFailed(error: ServerError): void;
}

/** Answers requests of the server other than `architect/confirm`. */
export type RequestHandler = (
  method: string,
  params: unknown,
  cancellation: Cancellation,
  notify: Notify,
) => Promise<unknown>;

export interface Parts {
  readonly connect: Connect;
  readonly notices: Notices;
  readonly restarts: RestartBudget;
  readonly answer: RequestHandler;
}

export class Supervisor implements Daemon {
  private current: Connection | undefined;
  private opening: Promise<Connection> | undefined;
  /** Until the servers before have exited and are cleaned up: two must not run at the same time. */
  private stopping: Promise<unknown> | undefined;
  private currentState: DaemonState = "off";
  private wasStarted = false;
  /** Of the server that is being started. */
  private startCancellation = new CancellationSource();
  /** Counts servers, so that a late message of an earlier one is recognized. */
  private generation = 0;

  /** Of `current`. */
  private requests = new PendingRequests();
  private readonly questions = new PendingQuestions();
  private readonly events = new Emitter<RunEvent>();
  private readonly hunks = new Emitter<HunksChanged>();
  private readonly workflows = new Emitter<WorkflowChanged>();
  private readonly states = new Emitter<DaemonState>();
  private readonly starts = new Emitter<boolean>();

  constructor(private readonly parts: Parts) {}

  get state(): DaemonState {
    return this.currentState;
  }

  async command<K extends keyof Commands>(
    name: K,
    argument: Commands[K]["argument"],
    cancellation?: Cancellation,
  ): Promise<Commands[K]["result"]> {
    const connection = await this.connected();
    const params = { command: name, arguments: [argument] };
    try {
      const answer = connection.request("workspace/executeCommand", params, cancellation);
      const result = await this.requests.settled(answer);
      return result as Commands[K]["result"];
    } catch (error) {
      throw connection === this.current ? toServerError(error) : connectionLost();
    }
  }

  onEvent(listener: (event: RunEvent) => void): Disposable {
    return this.events.event(listener);
  }

  onConfirm(answerer: Answerer): Disposable {
    return this.questions.answerBy(answerer);
  }

  onConfirmResolved(listener: (resolved: ConfirmResolved) => void): Disposable {
    return this.questions.onResolved(listener);
  }

  onHunksChanged(listener: (changed: HunksChanged) => void): Disposable {
    return this.hunks.event(listener);
  }

  onWorkflowChanged(listener: (changed: WorkflowChanged) => void): Disposable {
    return this.workflows.event(listener);
  }

  onState(listener: (state: DaemonState) => void): Disposable {
    return this.states.event(listener);
  }

  onStarted(listener: (again: boolean) => void): Disposable {
    return this.starts.event(listener);
  }

  async start(): Promise<void> {
    await this.connected();
  }

  async restart(): Promise<void> {
    const stopped = this.stop();
    this.parts.restarts.reset();
    // From now on callers that waited for the old server wait for the new one.
    await Promise.all([this.connected(), stopped]);
  }

  async stop(): Promise<void> {
    const { current, opening, requests, stopping } = this;
    this.generation += 1;
    this.current = undefined;
    this.requests = new PendingRequests();
    this.opening = undefined;
    this.startCancellation.cancel();
    this.questions.withdrawAll();
    this.setState("off");
    const ended = Promise.allSettled([stopping, current?.stop(), opening]);
    this.stopping = ended;
    await ended;
    requests.rejectAll();
  }

  private async connected(): Promise<Connection> {
    if (this.current !== undefined) {
      return this.current;
    }
    if (this.opening === undefined && this.currentState === "failed") {
      throw new ServerError(
        "connection",
        t("The Architect server is not running. Run 'Architect: Restart Server'."),
        true,
        { kind: "restartServer", setting: "" },
      );
    }
    const opening = this.opening ?? this.open("starting");
    try {
      return await opening;
    } catch (error) {
      if (this.opening !== undefined && this.opening !== opening) {
        return await this.connected();
      }
      throw error;
    }
  }

  /** Start a server; `opening` is set until it runs or has failed. */
  private open(currentState: DaemonState): Promise<Connection> {
    this.generation += 1;
    const generation = this.generation;
    this.startCancellation = new CancellationSource();
    this.setState(currentState);
    const opening = this.connect(this.handler(generation), this.startCancellation.token).then(
      (connection) => this.opened(connection, generation),
      (error: unknown) => this.notOpened(toServerError(error), generation),
    );
    this.opening = opening;
    return opening;
  }

  /** Not beside one that is still ending. */
  private async connect(handler: ConnectionHandler, cancellation: Cancellation): Promise<Connection> {
    if (this.stopping !== undefined) {
      await this.stopping;
    }
    if (cancellation.isCancellationRequested) {
      throw startCancelled();
    }
    return await this.parts.connect(handler, cancellation);
  }

  private async opened(connection: Connection, generation: number): Promise<Connection> {
    if (generation !== this.generation) {
      // Nobody wants it any more.
      await connection.stop();
      throw connectionLost();
    }
    this.current = connection;
    this.opening = undefined;
    const again = this.wasStarted;
    this.wasStarted = true;
    this.starts.fire(again);
    this.setState("running");
    return connection;
  }

  private notOpened(error: ServerError, generation: number): never {
    if (generation === this.generation) {
      this.opening = undefined;
      this.setState(error.code === "no_server" ? "missing" : "failed");
    }
    throw error;
  }

  private handler(generation: number): ConnectionHandler {
    const isCurrent = () => generation === this.generation;
    return {
      notification: (method, params) => {
        if (isCurrent()) {
          this.dispatch(method, params);
        }
      },
      request: (method, params, cancellation, notify) =>
        isCurrent()
          ? this.answer(method, params, cancellation, notify)
          : Promise.reject(methodNotFound(method)),
      closed: (how, cleanedUp) => {
        if (isCurrent() && this.current !== undefined) {
          this.stopping = Promise.allSettled([this.stopping, cleanedUp]);
          this.ended(how);
        }
      },
    };
  }

  private answer(...request: Parameters<RequestHandler>): Promise<unknown> {
    const [method, params, cancellation] = request;
    return method === "architect/confirm"
      ? this.questions.ask(params as ConfirmParams, cancellation)
      : this.parts.answer(...request);
  }

  private dispatch(method: string, params: unknown): void {
    switch (method) {
      case "architect/event":
        this.events.fire(params as RunEvent);
        break;
      case "architect/confirm/resolved":
        this.questions.resolved(params as ConfirmResolved);
        break;
      case "architect/hunks/changed":
        this.hunks.fire(params as HunksChanged);
        break;
      case "architect/workflow/changed":
        this.workflows.fire(params as WorkflowChanged);
        break;
    }
  }

  private ended(how: string): void {
    this.current = undefined;
    this.requests.rejectAll();
    this.requests = new PendingRequests();
    this.questions.withdrawAll();
    const count = this.parts.restarts.spend();
    if (count === undefined) {
      this.setState("failed");
      this.parts.notices.restartsExhausted(how);
      return;
    }
    this.parts.notices.restarting(how, count, MAX_RESTARTS);
    this.open("restarting").catch((error: unknown) => {
      this.parts.notices.startFailed(toServerError(error));
    });
  }

  private setState(state: DaemonState): void {
    if (state !== this.currentState) {
      this.currentState = state;
      this.states.fire(state);
    }
  }
}
