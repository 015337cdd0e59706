/** The connection to a server, by the language client that VS Code's own extensions use. */

import type { LogOutputChannel } from "vscode";
import {
  type CancellationToken,
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  ResponseError,
  RevealOutputChannelOn,
  ShowMessageNotification,
  ShowMessageRequest,
  State,
  type StaticFeature,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageclient/node";

import { editorToken } from "../cancellation.editor";
import type { Cancellation } from "../disposable";
import type { JsonObject, ServerNotifications, ServerRequests } from "../protocol/generated";
import type { InitializedServer } from "./connect";
import type { Connection, ConnectionHandler } from "./connection";
import { withoutHidden } from "./hiddenDocuments.editor";
import { connectionLost, toServerError } from "./errors";
import { showServerMessage, type ShowMessage } from "./serverMessages";
import { within, type ServerProcess } from "./serverProcess";
import { RpcError } from "./rpcError";

const SHUTDOWN_MS = 2_000;
const CLEAN_UP_MS = 1_000;

const REQUESTS = [
  "architect/confirm",
  "architect/save",
  "architect/problems",
  "architect/language",
  "architect/llm/models",
  "architect/llm/complete",
] as const satisfies readonly (keyof ServerRequests)[];

const NOTIFICATIONS = [
  "architect/event",
  "architect/confirm/resolved",
  "architect/hunks/changed",
  "architect/workflow/changed",
] as const satisfies readonly (keyof ServerNotifications)[];

/** What the client is configured with. */
export interface ClientParts {
  readonly log: LogOutputChannel;
  readonly options: () => JsonObject;
  /** What `workspace/configuration` answers for the section `architect`. */
  readonly configuration: () => JsonObject;
  /** A command that the server listed was chosen, by a code action or a lens of its own. */
  readonly chosen: (command: string, argument: unknown) => Promise<unknown>;
  /** What the server says of itself, and asks. */
  readonly show: ShowMessage;
}

/** The server says all it has to say in the log; what the user has to know is said by us. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The extension shows how its runs are doing; the server's own progress would show it twice. */
const withoutProgress: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.window = { ...capabilities.window, workDoneProgress: false };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

/** Initialize a server that was started; rejects if it does not answer as one. */
export async function initialize(
  server: ServerProcess,
  handler: ConnectionHandler,
  parts: ClientParts,
): Promise<InitializedServer> {
  const client = makeClient(server, parts);
  client.registerFeature(withoutProgress);
  listen(client, handler);
  showMessages(client, parts.show);
  await client.start();
  let isStopping = false;
  void server.ended.then((how) => {
    const cleaned = cleanedUp(client, server);
    if (!isStopping) {
      handler.closed(how, cleaned);
    }
  });
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Stopped && !isStopping) {
      // It talks nonsense, or closed its output, and will not answer any more.
      void server.end();
    }
  });
  const connection: Omit<Connection, "serverInfo"> = {
    request: (method, params, cancellation) => request(client, method, params, cancellation),
    stop: async () => {
      isStopping = true;
      await client.stop(SHUTDOWN_MS).catch(() => undefined);
      await server.end();
    },
  };
  return { connection, experimental: client.initializeResult?.capabilities.experimental };
}

function makeClient(server: ServerProcess, parts: ClientParts): LanguageClient {
  const transports = {
    reader: new StreamMessageReader(server.child.stdout),
    writer: new StreamMessageWriter(server.child.stdin),
    detached: true,
  };
  const serverOptions = () => Promise.resolve(transports);
  return new QuietClient("architect", "Architect", serverOptions, clientOptions(parts));
}

function clientOptions(parts: ClientParts): LanguageClientOptions {
  return {
    documentSelector: [{ scheme: "file" }, { scheme: "untitled" }],
    outputChannel: parts.log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: parts.options,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: (_error, _message, count) => ({
        action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
        handled: true,
      }),
      closed: () => ({
        action: CloseAction.DoNotRestart,
        handled: true,
        message: "The connection to the server is closed.",
      }),
    },
    middleware: {
      ...withoutHidden,
      executeCommand: (command, args: readonly unknown[]) => parts.chosen(command, args[0]),
      workspace: {
        // A workspace's own settings file must not count as the user's.
        configuration: ({ items }) =>
          items.map(({ section }) => (section === "architect" ? parts.configuration() : null)),
      },
      window: {
        showDocument: (params, token, next) =>
          params.external === true ? { success: false } : next(params, token),
      },
    },
  };
}

function listen(client: LanguageClient, handler: ConnectionHandler): void {
  const notify = (method: string, params: unknown) => {
    void client.sendNotification(method, params).catch(() => undefined);
  };
  for (const method of REQUESTS) {
    client.onRequest(method, async (params: unknown, token: CancellationToken) => {
      try {
        return await handler.request(method, params, token, notify);
      } catch (error) {
        throw error instanceof RpcError
          ? new ResponseError(error.code, error.message, error.data)
          : error;
      }
    });
  }
  for (const method of NOTIFICATIONS) {
    client.onNotification(method, (params: unknown) => {
      handler.notification(method, params);
    });
  }
}

/** In the place of the library's own, which shows messages as they are. */
function showMessages(client: LanguageClient, show: ShowMessage): void {
  client.onNotification(ShowMessageNotification.type, (message) => {
    void showServerMessage(message, show);
  });
  client.onRequest(ShowMessageRequest.type, (message) => showServerMessage(message, show));
}

async function request(
  client: LanguageClient,
  method: string,
  params: unknown,
  cancellation: Cancellation | undefined,
): Promise<unknown> {
  if (client.state !== State.Running) {
    throw connectionLost();
  }
  const { token, dispose } = editorToken(cancellation);
  try {
    return await client.sendRequest(method, params, token);
  } catch (error) {
    throw toServerError(error);
  } finally {
    dispose();
  }
}

/** Its commands are registered until it has seen the end, and would conflict with those of the next. */
async function cleanedUp(client: LanguageClient, server: ServerProcess): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Running) {
        resolve();
      }
    });
  });
  if (client.state === State.Running && !(await within(CLEAN_UP_MS, stopped))) {
    // A program that the server left behind keeps its output open.
    server.child.stdout.destroy();
    await within(CLEAN_UP_MS, stopped);
  }
}
