import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { until } from "../../../until";
import { longSequel } from "../../run";

const SAYS = "A black square.";
const REFUSES = "This model does not support image input.";

/** A server that speaks as OpenAI does, and what it was sent; `tiny` is shown images, `blind` is not. */
async function imageServer() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/models") === true) {
      response.end(JSON.stringify({ object: "list", data: ["tiny", "blind"].map((id) => ({ id, object: "model" })) }));
      return;
    }
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part)).on("end", () => {
      const body = Buffer.concat(parts).toString();
      bodies.push(body);
      if (body.includes('"blind"') && body.includes("image_url")) {
        response.writeHead(400, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: REFUSES, type: "invalid_request_error" } }));
      } else {
        reply(response);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, bodies, address: `http://127.0.0.1:${String(port)}/v1` };
}

/** https://platform.openai.com/docs/api-reference/chat-streaming */
function reply(response: ServerResponse): void {
  const chunk = { id: "1", object: "chat.completion.chunk", created: 0, model: "tiny" };
  const choices = [{ index: 0, delta: { role: "assistant", content: SAYS }, finish_reason: "stop" }];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
}

/** A picture in the clipboard, as a program for screenshots puts it there. */
const COPY_PICTURE = `(async () => {
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext("2d").fillRect(0, 0, 8, 8);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
})()`;

longSequel("a picture that is pasted goes to the model; a file, a mode and a model that takes no pictures are picked by mouse", async (window) => {
  const { server, bodies, address } = await imageServer();
  try {
    window.set("architect.apiBase", address);
    window.set("architect.model", "hosted_vllm/tiny");
    await window.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await window.command("Architect: New Chat");
    const field = window.webview.getByLabel("Message to the agent");
    const paste = async (text: string) => {
      await window.page.evaluate(COPY_PICTURE);
      await field.fill(text);
      await field.press("Control+KeyV");
      await window.webview.locator(".chip", { hasText: "image" }).first().waitFor();
      await field.press("Enter");
    };
    await paste("what is this");
    await window.said(SAYS).waitFor();
    await window.webview.locator(".outcome").filter({ hasText: "Done" }).waitFor();
    assert.ok(bodies.some((body) => body.includes("data:image/png;base64,iVBOR")), bodies.join("\n").slice(0, 2000));

    await window.command("Architect: New Chat");
    await window.webview.locator(".outcome").waitFor({ state: "detached" });
    await window.webview.locator("button.model").click();
    await window.titled("Select the model of this chat");
    await window.pick("blind");
    await until("the other model", async () => (await window.webview.locator("button.model").innerText()).includes("blind"));
    await window.webview.getByLabel("Mode", { exact: true }).selectOption("plan");
    await field.click();
    await window.page.keyboard.type("@repor");
    await window.webview.locator(".mentions").getByRole("option", { name: "report.py" }).first().click();
    await until("the name of the file", async () => (await field.inputValue()).includes("report.py"));
    await paste(`${await field.inputValue()} and what is this`);
    await window.webview.locator(".outcome").filter({ hasText: /takes images/ }).waitFor();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
