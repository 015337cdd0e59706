import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { codeActions, findings, lenses, perform } from "../../editor";
import { call, calls, edits, reads, says } from "../../model";
import { longScene, scene } from "../../run";
import type { Stage } from "../../stage";

const TEXT = "a = 1\nb = 2\nc = 3\n";

async function reviewed(stage: Stage): Promise<vscode.TextEditor> {
  const editor = await stage.open("one.py", TEXT);
  const path = stage.path("one.py");
  const finding = { path, line: 2, severity: "warning", title: "b is wrong", detail: "Use 22." };
  await stage.modelGives(reads(path), calls(call("report_finding", finding)), says("One."));
  await vscode.commands.executeCommand("architect.ui.reviewFile");
  await until("the finding", () => findings(editor.document.uri).length === 1);
  return editor;
}

scene("a quick fix fixes a finding of a review", async (stage) => {
  const { document } = await reviewed(stage);
  const [found] = findings(document.uri);
  assert.equal(found?.line, 1);
  assert.match(found.message, /b is wrong/);
  const file = stage.path("one.py");
  await stage.modelGives(reads(file), edits(file, "b = 2\n", "b = 22\n"), says("Fixed."));
  const actions = await codeActions(document.uri, new vscode.Range(1, 0, 1, 1));
  const fix = actions.find((action) => /fix/i.test(action.title));
  assert.ok(fix, actions.map((action) => action.title).join(", "));
  await perform(fix);
  await stage.textBecomes(document, "a = 1\nb = 22\nc = 3\n");
  await until("no finding, no lens of it", async () => {
    const titles = (await lenses(document.uri)).map(({ title }) => title);
    return findings(document.uri).length === 0 && !titles.some((title) => title.includes("b is wrong"));
  });
});

longScene("a finding moves with the text and can be dismissed", async (stage) => {
  const editor = await reviewed(stage);
  const { uri } = editor.document;
  await editor.edit((change) => {
    change.insert(new vscode.Position(0, 0), "# above\n");
  });
  await until("the finding further down", () => findings(uri)[0]?.line === 2);
  stage.inputs.enter("b is wrong");
  await vscode.commands.executeCommand("architect.ui.dismissFinding");
  await until("no finding", () => findings(uri).length === 0);
});
