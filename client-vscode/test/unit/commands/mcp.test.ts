import assert from "node:assert/strict";
import { test } from "node:test";

import { restartMcpServer, showMcpLog, stopMcpServer } from "../../../src/commands/mcp";
import type { McpServer } from "../../../src/protocol/generated";
import { mcpTree } from "../../../src/views/mcpTree";
import { testServices } from "../support/testServices";

const TOOL = { name: "look_up", description: "Look a word up.\nIn a book." };
const WORDS: McpServer = { name: "words", place: "node words.js", state: "ready", problem: "", tools: [TOOL], log: ["hello", "\u001b[31mred"] };
const BROKEN: McpServer = { name: "broken", place: "nope", state: "failed", problem: "cannot be started", tools: [], log: [] };

function servicesWith(...servers: readonly McpServer[]) {
  return testServices({ "architect.mcp": () => ({ servers: [...servers] }) });
}

test("the view shows each server with its state and its tools", () => {
  const [words, broken] = mcpTree([WORDS, BROKEN]);
  assert.deepEqual([words?.label, words?.description, words?.context], ["words", "connected, 1 tool", "mcp ready"]);
  assert.deepEqual(words?.children.map(({ label, description }) => [label, description]), [["look_up", "Look a word up. / In a book."]]);
  assert.deepEqual([broken?.description, broken?.children], ["failed, cannot be started", []]);
});

test("the server of the node is restarted or stopped, and the view is read again", async () => {
  const services = servicesWith(WORDS, BROKEN);
  await restartMcpServer(services, { mcpServer: "broken" });
  await stopMcpServer(services, { mcpServer: "words" });
  const asked = services.server.of("architect.mcp").filter((argument) => "action" in (argument as object));
  assert.deepEqual(asked, [{ action: "restart", server: "broken" }, { action: "stop", server: "words" }]);
  assert.equal(services.mcp.all().length, 2);
});

test("what a server said is shown without its control characters", async () => {
  const services = servicesWith(WORDS);
  await showMcpLog(services, { mcpServer: "words" });
  const [page] = services.ui.pages;
  assert.match(JSON.stringify(page), /hello/);
  assert.doesNotMatch(JSON.stringify(page), /\\u001b/);
});

test("without servers the user is told how to add one", async () => {
  const services = servicesWith();
  await showMcpLog(services, undefined);
  assert.match(JSON.stringify(services.ui.messages), /architect mcp add/);
});
