import assert from "node:assert/strict";

import { until } from "../../../until";
import { select } from "../../editor";
import { editorModel, replyWith } from "../../editorModel";
import { call } from "../../model";
import { longScene, scene } from "../../run";

const TEXT = "a = 1\nb = 2\nc = 3\n";

scene("a model of VS Code reads, edits and ends the run", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const path = stage.path("one.py");
  const model = await editorModel();
  model.script([
    replyWith("I look.", call("read_file", { path })),
    replyWith("I edit.", call("edit_file", { path, old_str: "b = 2\n", new_str: "b = 22\n" })),
    { text: ["Do", "ne."] },
  ]);
  await stage.set("model", "vscode");
  select(editor, 1);
  await stage.runOnSelection("double b");
  await stage.ends("double b", "Done");
  assert.equal(editor.document.getText(), "a = 1\nb = 22\nc = 3\n");
  const [first, second] = model.requests();
  assert.ok(first?.tools.includes("edit_file"));
  assert.ok(second?.messages.at(-1)?.includes("b = 2"), second?.messages.at(-1));
});

scene("cancelling a run cancels the request to the model of VS Code", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  const model = await editorModel();
  model.script([{ text: ["I think"], hangs: true }]);
  await stage.set("model", "vscode/fake-1");
  select(editor, 1);
  await stage.runOnSelection("think");
  await until("the request", () => model.requests().length === 1);
  await until("the progress", () => stage.messages.progress[0]).then((each) => {
    each.cancel();
  });
  await stage.ends("think", "Cancelled");
  await until("the end of the request", () => model.cancelled() === 1);
});

longScene("what the model of VS Code refuses is told in words", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  (await editorModel()).script([{ error: "NoPermissions" }]);
  await stage.set("model", "vscode");
  select(editor, 1);
  await stage.runOnSelection("double b");
  await stage.messages.with("“double b” failed.");
  assert.equal(editor.document.getText(), TEXT);
});

longScene("a model that VS Code does not have is named", async (stage) => {
  const editor = await stage.open("one.py", TEXT);
  await stage.set("model", "vscode/no-such-model");
  select(editor, 1);
  await stage.runOnSelection("double b");
  await stage.messages.with("no-such-model");
});
