import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { select } from "../../editor";
import { journals } from "../../journals";
import { call, calls, says } from "../../model";
import { longScene } from "../../run";

longScene("a run uses the tools and prompts of a reference server", async (stage) => {
  const editor = await stage.open("one.py", "a = 1\n");
  const folder = path.join(process.env["XDG_CONFIG_HOME"] ?? "", "architect");
  const file = path.join(folder, "mcp.json");
  mkdirSync(folder, { recursive: true });
  const command = process.env["ARCHITECT_TEST_MCP_SERVER"];
  writeFileSync(file, JSON.stringify({ mcpServers: { all: { command, trusted: true } } }));
  try {
    await stage.modelGives(calls(call("all__echo", { message: "hi from VS Code" })), says("Done."));
    select(editor, 0);
    await stage.runOnSelection("/all:args-prompt Paris");
    const question = await stage.messages.with("all__echo");
    question.answer("Allow Once");
    await stage.ends("/all:args-prompt Paris", "Done");
  } finally {
    rmSync(file);
  }
  const told = (await journals()).join("\n");
  assert.ok(told.includes("Echo: hi from VS Code"), told);
  assert.ok(/weather in Paris/i.test(told), told);
});
