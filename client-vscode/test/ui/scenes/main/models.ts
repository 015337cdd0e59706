import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { scene } from "../../run";

const SAYS = "Hello from tiny.";

/** A server like LM Studio or vLLM: one model, and one reply. */
async function chatServer(): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/models") === true) {
      response.end(JSON.stringify({ object: "list", data: [{ id: "tiny", object: "model" }] }));
    } else {
      request.resume().on("end", () => {
        reply(response);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${String(port)}/v1` };
}

/** https://platform.openai.com/docs/api-reference/chat-streaming */
function reply(response: ServerResponse): void {
  const chunk = { id: "1", object: "chat.completion.chunk", created: 0, model: "tiny" };
  const choices = [{ index: 0, delta: { role: "assistant", content: SAYS }, finish_reason: "stop" }];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
}

scene("a server that speaks as OpenAI does is chosen by its address, and answers", async (window) => {
  const { server, address } = await chatServer();
  try {
    await window.command("Architect: Select Model...");
    await window.pick("OpenAI-compatible server");
    await window.answerInputOf("Address of the OpenAI-compatible server", address);
    await window.answerInputOf("API key (optional)", "");
    await window.pick("tiny");
    await window.settingBecomes("architect.model", "hosted_vllm/tiny");
    await window.settingBecomes("architect.apiBase", address);
    await window.runTask("greet me");
    await window.said(SAYS).waitFor();
    await window.webview.locator(".outcome").filter({ hasText: "Done" }).waitFor();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

scene("the buttons of an error lead to what they say", async (window) => {
  window.set("architect.model", "openai/gpt-4.1-mini");
  await window.runTask("try this");
  await window.toast("no key for").getByRole("button", { name: "Enter API Key..." }).click();
  await window.titled("API key for OpenAI");
  await window.page.keyboard.press("Escape");
  await window.runTask("try this");
  await window.toast("no key for").getByRole("button", { name: "Select Model..." }).click();
  await window.page.locator(".quick-input-list .monaco-list-row", { hasText: "OpenAI-compatible server" }).first().waitFor();
  await window.page.keyboard.press("Escape");
});
