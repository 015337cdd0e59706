import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { clickLens, lenses, select } from "../../editor";
import { edits, reads, says } from "../../model";
import { servers } from "../../processes";
import { scene } from "../../run";

interface Hunk {
  readonly runId: string;
}

const TEXT = "a = 1\nb = 2\nc = 3\n";

scene("what waits for a decision has its lenses again at the next server", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const { document } = editor;
  const file = stage.path("one.py");
  await stage.modelGives(reads(file), edits(file, "b = 2\n", "b = 22\n"), says("Done."));
  select(editor, 1);
  await stage.runOnSelection("fix b");
  await stage.ends("fix b", "Done");
  await document.save();
  const [before] = servers();
  await vscode.commands.executeCommand("architect.ui.restartServer");
  await until("another server", () => servers().length === 1 && servers()[0] !== before);
  await until("the lenses", async () => {
    const titles = (await lenses(document.uri)).map((lens) => lens.title);
    return titles.filter((title) => title === "Undo").length === 1;
  });
  await clickLens(document.uri, "Undo");
  await stage.textBecomes(document, TEXT);
  assert.equal((await lenses(document.uri)).some((lens) => lens.title === "Undo"), false);
});

scene("what was kept stays when its run is undone, until that is meant too", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const { document } = editor;
  const file = stage.path("one.py");
  const both = [edits(file, "a = 1\n", "a = 11\n"), edits(file, "c = 3\n", "c = 33\n")];
  await stage.modelGives(reads(file), ...both, says("Done."));
  select(editor, 1);
  await stage.runOnSelection("fix a and c");
  await stage.ends("fix a and c", "Done");
  const runId = await until("the lenses", async () => {
    const [first] = await lenses(document.uri);
    return (first?.arguments as readonly Hunk[] | undefined)?.[0]?.runId;
  });
  await clickLens(document.uri, "Keep");
  const undoing = vscode.commands.executeCommand("architect.ui.undoRun", { runId });
  await stage.messages.press("Undo “fix a and c”?", "Undo");
  await undoing;
  await stage.textBecomes(document, TEXT.replace("a = 1", "a = 11"));
  await stage.messages.press("1 change was kept", "Undo It Too");
  await stage.textBecomes(document, TEXT);
});
