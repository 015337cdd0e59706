import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { edits, reads, says } from "../../model";
import { longScene } from "../../run";

async function invoked(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

longScene("a model of VS Code gives a task to the agent, and asks for its findings", async (stage) => {
  const names = await until("the tools", () => {
    const known = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith("architect_"));
    return known.length > 1 && known;
  });
  assert.deepEqual([...names].sort(), ["architect_findings", "architect_run_task"]);
  await stage.open("one.py", "a = 1\n");
  const file = stage.path("one.py");
  await stage.modelGives(reads(file), edits(file, "a = 1", "a = 2"), says("It is two."));
  const told = await invoked("architect_run_task", { task: "make it two" });
  assert.match(told, /^It is two\.\n\nDone · 1 file/);
  assert.ok(told.endsWith(`Changed: ${file}`), told);
  assert.match(await invoked("architect_findings", {}), /^No findings\.$|: (error|warning|info)/);
});
