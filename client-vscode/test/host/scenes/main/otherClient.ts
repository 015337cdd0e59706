import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { AcpAgent } from "../../acpAgent";
import { clickLens, lenses, select } from "../../editor";
import { edits, reads, says } from "../../model";
import { longScene } from "../../run";

const PAD = Array.from({ length: 20 }, (_, n) => `pad_${String(n)} = 0\n`).join("");
const text = (a: number, b: number) => `a = ${String(a)}\n${PAD}b = ${String(b)}\n`;

async function undoLenses(uri: vscode.Uri): Promise<number> {
  return (await lenses(uri)).filter(({ title }) => title === "Undo").length;
}

longScene("an agent of another editor on the same folder overwrites nothing, and both know what is undecided", async (stage) => {
  const { document } = await stage.open("one.py", text(1, 2));
  const file = stage.path("one.py");
  const model = stage.modelOf(reads(file), edits(file, "b = 2\n", "b = 22\n"), says("Done."));
  const agent = new AcpAgent(stage.workspace, model);
  try {
    await agent.begin();
    await stage.modelGives(reads(file), edits(file, "a = 1\n", "a = 11\n"), says("Done."));
    select(vscode.window.activeTextEditor ?? assert.fail("no editor"), 0);
    await stage.runOnSelection("change a");
    await stage.ends("change a", "Done");
    await document.save();

    await agent.say("change b");
    await stage.textBecomes(document, text(11, 22));
    await until("the lenses of both", async () => (await undoLenses(document.uri)) === 2);
    await clickLens(document.uri, "Undo", 1);
    await stage.textBecomes(document, text(11, 2));
    await document.save();
    agent.told = "";
    await agent.say("/undo");
    assert.match(agent.told, /nothing to undo/);
    assert.equal(stage.onDisk("one.py"), text(11, 2));

    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(0, 0), "# mine\n");
    await vscode.workspace.applyEdit(typed);
    await agent.say("change b again");
    assert.equal(stage.onDisk("one.py"), text(11, 22));
    assert.equal(document.getText(), `# mine\n${text(11, 2)}`);
    await stage.modelGives(reads(file), edits(file, "a = 11\n", "a = 111\n"), says("Done."));
    await stage.runOnSelection("change a again");
    await stage.ends("change a again", "Done");
    assert.equal(document.getText(), `# mine\n${text(111, 2)}`);
    assert.equal(stage.onDisk("one.py"), text(11, 22));
  } finally {
    agent.end();
  }
});
