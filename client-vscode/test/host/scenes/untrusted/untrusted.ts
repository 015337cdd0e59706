import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";

import { until } from "../../../until";
import { findings, select } from "../../editor";
import { call, calls, edits, reads, says } from "../../model";
import { servers } from "../../processes";
import { scene } from "../../run";

const TEXT = "a = 1\nb = 2\n";

scene("a review is possible, a run is not", async (stage) => {
  assert.equal(vscode.workspace.isTrusted, false);
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  const finding = { path: file, line: 2, severity: "warning", title: "b is wrong", detail: "22." };
  await stage.modelGives(reads(file), calls(call("report_finding", finding)), says("One."));
  await vscode.commands.executeCommand("architect.ui.reviewFile");
  await until("the finding", () => findings(editor.document.uri).length === 1);

  await stage.modelGives(reads(file), edits(file, "b = 2\n", "b = 22\n"), says("Done."));
  select(editor, 1);
  await stage.orderOnSelection("double b");
  await stage.messages.with("trust");
  assert.equal(editor.document.getText(), TEXT);
});

scene("the settings of the folder start no program of the folder", async (stage) => {
  await stage.open("one.py", TEXT);
  await vscode.commands.executeCommand("architect.ui.restartServer");
  await until("the server", () => servers().length === 1);
  assert.equal(existsSync(path.join(stage.workspace, "was-started")), false);
});
