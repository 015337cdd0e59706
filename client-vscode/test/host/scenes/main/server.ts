import assert from "node:assert/strict";
import * as vscode from "vscode";

import { until } from "../../../until";
import { select } from "../../editor";
import { edits, reads, says } from "../../model";
import { isAlive, running, servers } from "../../processes";
import { longScene, scene } from "../../run";

const TEXT = "a = 1\nb = 2\nc = 3\n";
const EDITED = "a = 1\nb = 22\nc = 3\n";

scene("a server that is killed in the middle is started again and loses nothing", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const file = stage.path("one.py");
  const gate = stage.gate();
  const edit = edits(file, "b = 2\n", "b = 22\n");
  await stage.modelGives(reads(file), edit, gate.wait, says("Done."));
  select(editor, 1);
  await stage.runOnSelection("fix it");
  const waiting = await until("the command", () => running(`cat ${gate.path}`));
  const [server] = servers();
  assert.ok(server);
  process.kill(server, "SIGKILL");
  await stage.messages.with("SIGKILL");
  await until("the end of the command", () => !isAlive(waiting));
  await until("another server", () => servers().some((pid) => pid !== server));
  assert.equal(editor.document.getText(), EDITED);

  await stage.modelGives(says("Nothing to do."));
  await stage.runOnSelection("go on");
  await stage.ends("go on", "Done");
});

longScene("a restart by command makes another server", async (stage) => {
  await stage.open("one.py", TEXT);
  const before = await until("a server", () => servers()[0]);
  await vscode.commands.executeCommand("architect.ui.restartServer");
  await until("another server", () => servers().length === 1 && servers()[0] !== before);
});

scene("a command ends whose server answers nothing, not even a shutdown, when that is replaced", async (stage) => {
  await stage.open("one.py", TEXT);
  const frozen = await until("a server", () => servers()[0]);
  process.kill(frozen, "SIGSTOP");
  const waiting = vscode.commands.executeCommand("architect.ui.refreshWorkflows");
  await vscode.commands.executeCommand("architect.ui.restartServer");
  await waiting;
  await vscode.commands.executeCommand("architect.ui.refreshWorkflows");
  assert.ok(!isAlive(frozen));
});

scene("a server that is not there is told once, by the name of its setting", async (stage) => {
  await stage.closeChat();
  await stage.open("one.py", TEXT);
  const path = vscode.workspace.getConfiguration("architect").get("server.path");
  await stage.set("server.path", "/no/such/architect");
  await vscode.commands.executeCommand("architect.ui.reviewFile");
  await stage.messages.with("architect.server.path");
  // The start that the setting wanted fails like the command, and so does the next command.
  await vscode.commands.executeCommand("architect.ui.reviewFile");
  const again = stage.messages.all.filter(({ text }) => text.includes("architect.server.path"));
  assert.deepEqual(again.map(({ text }) => text), []);
  await stage.set("server.path", path);
});
