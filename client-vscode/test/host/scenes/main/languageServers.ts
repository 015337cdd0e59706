import assert from "node:assert/strict";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { until } from "../../../until";
import { select } from "../../editor";
import { journals } from "../../journals";
import { call, calls, edits, says } from "../../model";
import { scene } from "../../run";

const TEXT = "def double(number: int) -> int:\n    return number * 2\n";

scene("a real language server finds the error of an edit, and renames in three files", async (stage) => {
  const other = await stage.open("two.py", "from one import double\n\nprint('é😀', double(2))\n");
  const third = await stage.open("three.py", "from one import double\n\nprint(double(3))\n");
  const editor = await stage.open("one.py", `x: int = ''\n${TEXT}`);
  const pyright = new LanguageClient(
    "pyright",
    {
      command: "pyright-langserver",
      args: ["--stdio"],
      options: { env: { ...process.env, PATH: process.env["ARCHITECT_TEST_PATH"] } },
    },
    { documentSelector: [{ scheme: "file", language: "python", pattern: `**/${stage.path("")}/**` }] },
  );
  await pyright.start();
  const { uri } = editor.document;
  await until("the first report", () => vscode.languages.getDiagnostics(uri).length > 0 || undefined);
  const place = new vscode.Position(1, 4);
  await until("all uses", async () => {
    const found = await vscode.commands.executeCommand<unknown[]>("vscode.executeReferenceProvider", uri, place);
    return found.length === 5 || undefined;
  });
  const file = stage.path("one.py");
  await stage.modelGives(
    edits(file, "number * 2", "str(number)"),
    edits(file, "str(number)", "number * 2"),
    calls(call("rename_symbol", { path: file, symbol: "double", new_name: "twice" })),
    says("Done."),
  );
  select(editor, 1);
  await stage.runOnSelection("checked");
  await stage.ends("checked", "Done");
  await pyright.stop();
  const seen = [editor, other, third].map(({ document }) => document.getText().match(/double|twice/g)?.join());
  assert.deepEqual(seen, ["twice", "twice,twice", "twice,twice"]);
  const told = (await journals()).join("\n");
  assert.ok(told.includes(`${file}:3: error: Pyright: Type \\"str\\" is not assignable`), told);
  assert.ok(told.includes("renamed double to twice: 5 lines in 3 files"), told);
});
