import assert from "node:assert/strict";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { until } from "../../../until";
import { select } from "../../editor";
import { journals } from "../../journals";
import { call, calls, edits, says, writes } from "../../model";
import { longScene, scene } from "../../run";
import type { Stage } from "../../stage";

const TEXT = "def double(number: int) -> int:\n    return number * 2\n";

/** One that is asked for its reports is asked about what has a tab only; others report on all that is open. */
async function startPyright(stage: Stage, isAsked = true): Promise<LanguageClient> {
  const pyright = new LanguageClient(
    "pyright",
    {
      command: "pyright-langserver",
      args: ["--stdio"],
      options: { env: { ...process.env, PATH: process.env["ARCHITECT_TEST_PATH"] } },
    },
    {
      documentSelector: [{ scheme: "file", language: "python", pattern: `**/${stage.path("")}/**` }],
      initializationOptions: { disablePullDiagnostics: !isAsked },
    },
  );
  await pyright.start();
  return pyright;
}

scene("a real language server finds the error of an edit, and renames in three files", async (stage) => {
  const other = await stage.open("two.py", "from one import double\n\nprint('é😀', double(2))\n");
  const third = await stage.open("three.py", "from one import double\n\nprint(double(3))\n");
  const editor = await stage.open("one.py", `x: int = ''\n${TEXT}`);
  const pyright = await startPyright(stage);
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

longScene("files that are not open are looked at, and stay closed", async (stage) => {
  const editor = await stage.open("one.py", `x: int = ''\n${TEXT}`);
  const closed = stage.write("closed.py", `old: int = ''\n${TEXT}`);
  const pyright = await startPyright(stage, false);
  const { uri } = editor.document;
  await until("the first report", () => vscode.languages.getDiagnostics(uri).length > 0 || undefined);
  const [file, fresh] = [stage.path("closed.py"), stage.path("fresh.py")];
  const gate = stage.gate();
  const wrong = [edits(file, "number * 2", "str(number)"), edits(file, "str(number)", "str(number)  # text")];
  const unfit = [writes(fresh, TEXT.replace("number * 2", "(number,)")), edits(fresh, "(number,)", "(number,)  # one")];
  // Whatever is reported too late, on a busy machine, is told behind the next edit of the file.
  const looks = calls(call("problems", { path: file }));
  const steps = [looks, ...wrong, ...unfit].flatMap((each) => [each, gate.wait]);
  await stage.modelGives(...steps, says("Done."));
  select(editor, 1);
  await stage.runOnSelection("closed");
  const reported = (name: string, text: string) => () => {
    const found = vscode.languages.getDiagnostics(stage.uri(name));
    return found.some(({ message }) => message.includes(text)) || undefined;
  };
  const written = (name: string, text: string) => () => stage.onDisk(name).includes(text) || undefined;
  for (const isThere of [
    reported("closed.py", "Literal"),
    reported("closed.py", '"str"'),
    written("closed.py", "# text"),
    reported("fresh.py", "tuple"),
    written("fresh.py", "# one"),
  ]) {
    await until("what the run waits for", isThere);
    await gate.open();
  }
  await stage.ends("closed", "Done");
  const told = (await journals()).join("\n");
  assert.ok(told.includes(`New problems after this edit:\\n${file}:3: error: Pyright: Type \\"str\\" is not`), told);
  assert.ok(told.includes(`${fresh}:2: error: Pyright: Type \\"tuple[int]\\" is not assignable`), told);
  assert.ok(!told.includes(`New problems after this edit:\\n${file}:1: error`), told);
  assert.ok(stage.onDisk("closed.py").includes("# text"));
  assert.ok(!vscode.workspace.textDocuments.some((document) => document.isDirty));
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);
  assert.ok(!tabs.includes("closed.py"), tabs.join());
  // Once the user has opened it, it is changed there.
  const shown = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(closed));
  await stage.modelGives(edits(file, "str(number)", "number"), says("Done."));
  select(shown, 1);
  await stage.runOnSelection("opened");
  await stage.ends("opened", "Done");
  await pyright.stop();
  assert.ok(shown.document.isDirty);
  assert.ok(shown.document.getText().includes("return number  # text\n"));
});

longScene("an edit without a fault does not hide the fault of the next", async (stage) => {
  const text = "export function double(number: number): number {\n  return number * 2;\n}\n";
  const editor = await stage.open("one.ts", text);
  const file = stage.path("one.ts");
  await until("the language server", async () => {
    const hovers = await vscode.commands.executeCommand<unknown[]>(
      "vscode.executeHoverProvider",
      editor.document.uri,
      new vscode.Position(0, 17),
    );
    return hovers.length > 0 || undefined;
  });
  await stage.modelGives(
    edits(file, "number * 2", "number * 3"),
    edits(file, "number * 3", "number * 4"),
    edits(file, "number * 4", "String(number)"),
    says("Done."),
  );
  select(editor, 1);
  await stage.runOnSelection("wrong later");
  await stage.ends("wrong later", "Done");
  const told = (await journals()).join("\n");
  assert.ok(told.includes(`${file}:2: error: ts: Type 'string' is not assignable to type 'number'`), told);
});
