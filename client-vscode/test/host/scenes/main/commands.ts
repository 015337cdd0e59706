import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { clickLens, select, shownDiff } from "../../editor";
import { journals } from "../../journals";
import { call, calls, commands, edits, reads, says } from "../../model";
import { longScene, scene } from "../../run";
import type { Stage } from "../../stage";

const TEXT = "a = 1\nb = 2\nc = 3\n";
const EDITED = "a = 1\nb = 22\nc = 3\n";

async function edited(stage: Stage, task: string): Promise<vscode.TextEditor> {
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  await stage.modelGives(reads(file), edits(file, "b = 2\n", "b = 22\n"), says("Done."));
  select(editor, 1);
  await stage.runOnSelection(task);
  await stage.ends(task, "Done");
  return editor;
}

function pages(): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => {
    return input instanceof vscode.TabInputText && input.uri.scheme === "architect-preview";
  });
}

scene("a command that no notification has room for is read on a page", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const line = `python3 -c "print(1)"\npython3 ${stage.path("one.py")}`;
  const gate = stage.gate();
  await stage.modelGives(gate.wait, commands(line), says("Done."));
  select(editor, 1);
  await stage.runOnSelection("two lines");
  // Where the conversation is in sight, its card shows the whole command.
  await gate.open();
  const question = await stage.messages.with("read the full command in the editor");
  const page = await until("the page", () => pages()[0]);
  const { uri } = page.input as vscode.TabInputText;
  const text = (await vscode.workspace.openTextDocument(uri)).getText();
  assert.ok(text.includes(line), text);
  question.answer("Allow Once");
  await stage.ends("two lines", "Done");
  await until("the end of the page", () => pages().length === 0);
});

scene("what a run changed is shown beside what was there before", async (stage) => {
  await edited(stage, "show it");
  stage.inputs.enter("show it");
  await vscode.commands.executeCommand("architect.ui.showDiff");
  const diff = await shownDiff();
  assert.equal(diff.before, TEXT);
  assert.equal(diff.after, EDITED);
});

longScene("a change is undone with a note after its lines have moved", async (stage) => {
  const editor = await edited(stage, "note it");
  await editor.edit((change) => {
    change.insert(new vscode.Position(0, 0), "# mine\n");
  });
  await until("the lens further down", async () => {
    const uri = editor.document.uri;
    const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      uri,
    );
    return all.some((lens) => lens.range.start.line === 2);
  });
  stage.inputs.enter("two is right");
  await clickLens(editor.document.uri, "Undo with Note...");
  await stage.textBecomes(editor.document, `# mine\n${TEXT}`);
});

scene("a session is continued with another task", async (stage) => {
  const editor = await edited(stage, "begin here");
  const file = stage.path("one.py");
  await stage.modelGives(reads(file), edits(file, "c = 3\n", "c = 33\n"), says("Done."));
  stage.inputs.enter("begin here", "and c");
  await vscode.commands.executeCommand("architect.ui.continueSession");
  await stage.ends("and c", "Done");
  assert.equal(editor.document.getText(), "a = 1\nb = 22\nc = 33\n");
});

longScene("the selection is explained with the words of the server", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  await stage.modelGives(says("It sets a name."));
  select(editor, 1);
  await vscode.commands.executeCommand("architect.ui.explain");
  await stage.ends("one.py", "Done");
  assert.equal(editor.document.getText(), TEXT);
});

longScene("what a run would be told is shown, with what other extensions report", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const linter = vscode.languages.createDiagnosticCollection("linter");
  const problem = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 1), "no b", vscode.DiagnosticSeverity.Warning);
  problem.source = "linter";
  linter.set(editor.document.uri, [problem]);
  stage.inputs.enter("fix @problems");
  await vscode.commands.executeCommand("architect.ui.showContext");
  linter.dispose();
  const page = await until("the page", () => pages()[0]);
  const { uri } = page.input as vscode.TabInputText;
  const text = (await vscode.workspace.openTextDocument(uri)).getText();
  assert.ok(text.includes(`${stage.path("one.py")}:2: warning: linter: no b`), text);
  assert.match(text, /\| task \| \d+ \| you \|/);
  await vscode.window.tabGroups.close(page);
});

longScene("what other extensions report of an edit stands behind its result", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const linter = vscode.languages.createDiagnosticCollection("linter");
  const problem = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 1), "b is too large", vscode.DiagnosticSeverity.Error);
  problem.source = "linter";
  const linting = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document === editor.document && document.getText() === EDITED) {
      setTimeout(() => {
        linter.set(document.uri, [problem]);
      }, 200);
    }
  });
  await stage.modelGives(edits(stage.path("one.py"), "b = 2\n", "b = 22\n"), says("Done."));
  select(editor, 1);
  await stage.runOnSelection("linted");
  await stage.ends("linted", "Done");
  linting.dispose();
  linter.dispose();
  const found = await journals();
  const told = `New problems after this edit:\\n${stage.path("one.py")}:2: error: linter: b is too large`;
  assert.ok(found.some((journal) => journal.includes(told)), found.join("\n"));
});

longScene("what other extensions know of a symbol is told to the model that asks", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const { uri } = editor.document;
  const python = { language: "python" };
  const asked: string[] = [];
  const providers = [
    vscode.languages.registerDefinitionProvider(python, {
      provideDefinition: (document, position) => {
        asked.push(`${document.lineAt(position.line).text} at ${String(position.character)}`);
        return new vscode.Location(uri, new vscode.Position(1, 0));
      },
    }),
    vscode.languages.registerReferenceProvider(python, {
      provideReferences: () => [0, 2].map((line) => new vscode.Location(uri, new vscode.Position(line, 0))),
    }),
    vscode.languages.registerHoverProvider(python, {
      provideHover: () => new vscode.Hover(new vscode.MarkdownString("the number **c**")),
    }),
  ];
  const symbol = { path: stage.path("one.py"), symbol: "c", line: 3 };
  const names = ["go_to_definition", "find_references", "hover"];
  await stage.modelGives(...names.map((name) => calls(call(name, symbol))), says("Done."));
  select(editor, 1);
  await stage.runOnSelection("asks for symbols");
  await stage.ends("asks for symbols", "Done");
  providers.forEach((each) => { each.dispose(); });
  assert.deepEqual(asked, ["c = 3 at 0"]);
  const found = (await journals()).join("\n");
  const path = stage.path("one.py");
  for (const told of [`${path}:2: b = 2`, `${path}:1: a = 1\\n${path}:3: c = 3`, "the number **c**"]) {
    assert.ok(found.includes(told), `${told} in ${found}`);
  }
});

longScene("a rename over three files is one edit, undone as one", async (stage) => {
  const texts = { "one.py": "c = 3\n", "two.py": "from one import c\n\nprint('é😀', c)\n", "three.py": "print(c)\n" };
  const editors: vscode.TextEditor[] = [];
  for (const [file, text] of Object.entries(texts)) {
    editors.push(await stage.open(file, text));
  }
  const last = editors.at(-1);
  assert.ok(last !== undefined);
  const provider = vscode.languages.registerRenameProvider({ language: "python" }, {
    provideRenameEdits: (document, position, newName) => {
      const word = document.getText(document.getWordRangeAtPosition(position));
      const edit = new vscode.WorkspaceEdit();
      for (const { document: each } of editors) {
        for (const found of each.getText().matchAll(new RegExp(`\\b${word}\\b`, "g"))) {
          const start = each.positionAt(found.index);
          edit.replace(each.uri, new vscode.Range(start, start.translate(0, word.length)), newName);
        }
      }
      return edit;
    },
  });
  const formatter = vscode.languages.registerDocumentFormattingEditProvider({ language: "python" }, {
    provideDocumentFormattingEdits: (document, { tabSize }) => [
      vscode.TextEdit.insert(new vscode.Position(document.lineCount - 1, 0), `# ${String(tabSize)}\n`),
    ],
  });
  const symbol = { path: stage.path("one.py"), symbol: "c", new_name: "number" };
  await stage.modelGives(
    calls(call("rename_symbol", symbol)),
    calls(call("format_document", { path: stage.path("three.py") })),
    says("Done."),
  );
  select(last, 0);
  await stage.runOnSelection("renames");
  await stage.ends("renames", "Done");
  [provider, formatter].forEach((each) => { each.dispose(); });
  const seen = () => editors.map(({ document }) => document.getText());
  assert.deepEqual(seen(), ["number = 3\n", "from one import number\n\nprint('é😀', number)\n", "print(number)\n# 4\n"]);
  const told = (await journals()).join("\n");
  assert.ok(told.includes("renamed c to number: 4 lines in 3 files"), told);
  stage.inputs.enter("renames");
  const undoing = vscode.commands.executeCommand("architect.ui.undoRun");
  await stage.messages.press("Undo “renames”?", "Undo");
  await undoing;
  await until("the texts of before", () => seen().join() === Object.values(texts).join() || undefined);
});
