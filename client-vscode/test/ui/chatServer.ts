/** A server that speaks as OpenAI does: LM Studio, vLLM or a gateway, with one model and one reply. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatServer {
  readonly address: string;
  /** From now on it takes requests with that key only. */
  readonly wantKey: (key: string) => void;
  readonly close: () => void;
}

/** One at `port` of this machine; 0 is any that is free. */
export async function chatServer(says: string, port = 0): Promise<ChatServer> {
  let wanted: string | undefined;
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/models") === true) {
      response.end(JSON.stringify({ object: "list", data: [{ id: "tiny", object: "model" }] }));
    } else {
      request.resume().on("end", () => {
        if (isAllowed(request, wanted)) {
          reply(response, says);
        } else {
          refuse(response);
        }
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  return {
    address,
    wantKey: (key) => {
      wanted = key;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One that nobody listens on. */
export async function closedAddress(): Promise<string> {
  const server = await chatServer("");
  server.close();
  return server.address;
}

function isAllowed({ headers }: IncomingMessage, wanted: string | undefined): boolean {
  return wanted === undefined || headers.authorization === `Bearer ${wanted}`;
}

/** https://platform.openai.com/docs/guides/error-codes */
function refuse(response: ServerResponse): void {
  const error = { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" };
  response.writeHead(401, { "content-type": "application/json" });
  response.end(JSON.stringify({ error }));
}

/** https://platform.openai.com/docs/api-reference/chat-streaming */
function reply(response: ServerResponse, says: string): void {
  const chunk = { id: "1", object: "chat.completion.chunk", created: 0, model: "tiny" };
  const choices = [{ index: 0, delta: { role: "assistant", content: says }, finish_reason: "stop" }];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
}
