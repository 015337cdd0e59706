import assert from "node:assert/strict";
import { test } from "node:test";

import {
  needsPreview,
  previewText,
  toastText,
  answerOptions,
  type Question,
} from "../../../src/confirm/question";
import { toastLinks } from "../../../src/confirm/questionToasts";
import type { ConfirmParams } from "../../../src/protocol/generated";
import { escapeControls } from "../../../src/displayText";
import { question as params } from "../support/values";

function question(fields: Partial<ConfirmParams> = {}): Question {
  return { number: 1, params: params(fields) };
}

const EDIT = { kind: "edit", preview: { patch: "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n" } } as const;

test("a command is asked about with its folder and the reasons", () => {
  assert.equal(
    toastText(question()),
    "run_command npm test — in web — npm may run scripts of the project",
  );
});

test("a command is asked about with what its title leaves out", () => {
  const title = "Run `git status`?";
  const preview = { command: "GIT_PAGER='sh evil.sh' git status", cwd: "." };
  const shown = question({ title, preview });
  assert.match(toastText(shown), /^Run `GIT_PAGER='sh evil\.sh' git status`\? — in the workspace/);
  assert.match(previewText(shown), /^Run `GIT_PAGER='sh evil\.sh' git status`\?$/m);
  const tail = `git status${" ".repeat(70)}; sh evil.sh`;
  const cut = question({ title: `Run \`${tail.slice(0, 77)}...\`?`, preview: { command: tail, cwd: "." } });
  assert.match(toastText(cut), /; sh evil\.sh`\? — in the workspace/);
  assert.match(toastText(question({ title, preview: { command: "git status", cwd: "." } })), /^Run `git status`\? — /);
});

test("the folder of the project is called the workspace", () => {
  const preview = { command: "npm test", cwd: "." };
  assert.match(toastText(question({ preview })), / — in the workspace — /);
  assert.match(previewText(question({ preview })), /^Folder: the workspace$/m);
});

test("a notification makes no links of what the model says", () => {
  const text = toastText(question({ title: "[click](command:evil)", detail: "[a](https://b)" }));
  assert.doesNotMatch(text, /\]\(/);
});

test("escapes stand for what hides or reorders", () => {
  const text = toastText(question({ title: "rm \u202e-rf\u200b", detail: "\u001b[2J" }));
  assert.equal(text, escapeControls(text));
  assert.match(previewText(question({ preview: { command: "a\u0007b", cwd: "" } })), /a\\x07b/);
});

test("what a notification has no room for is read on a page", () => {
  assert.equal(needsPreview(params()), false);
  assert.equal(needsPreview(params(EDIT)), true);
  assert.equal(needsPreview(params({ preview: { command: "a\nb", cwd: "." } })), true);
  const long = { command: `echo ${"x".repeat(400)}; rm -r /`, cwd: "." };
  assert.equal(needsPreview(params({ preview: long })), true);
  assert.match(previewText(question({ preview: long })), /; rm -r \/$/m);
  assert.match(toastText(question({ preview: long })), /read the full command in the editor or the conversation/);
});

test("the call of a tool has arguments, and no folder", () => {
  const preview = { command: '{\n  "message": "two words"\n}', cwd: "" };
  const short = { title: 'Call docs__echo {"message": "two words"}?', preview };
  assert.equal(needsPreview(params(short)), false);
  const text = toastText(question({ ...short, detail: "may change things" }));
  assert.equal(text, 'Call docs__echo {"message": "two words"}? — may change things');
  const cut = question({ title: 'docs__echo {"message": "two w...', preview });
  assert.equal(needsPreview(cut.params), true);
  assert.match(toastText(cut), /read all of its arguments in the editor or the conversation/);
  assert.doesNotMatch(previewText(cut), /Folder/);
  assert.match(previewText(cut), /^ {2}"message": "two words"$/m);
});

test("only what the server offers can be chosen", () => {
  const ways = answerOptions(question({ options: ["once", "deny"] }));
  assert.deepEqual(
    ways.map((option) => option.label),
    ["Allow Once", "Deny", "Deny with Reason..."],
  );
});

test("each offer can be taken for the project and always", () => {
  const options = ["once", "run", "project", "always", "deny", "stop"] as const;
  const ways = answerOptions(question({ options, offers: ["npm test", "npm"] }));
  assert.deepEqual(
    ways.filter((option) => option.offer !== undefined).map((option) => [option.choice, option.offer, option.description]),
    [
      ["project", 0, "npm test"],
      ["always", 0, "npm test"],
      ["project", 1, "npm"],
      ["always", 1, "npm"],
    ],
  );
});

test("what the agent asks is told from a confirmation, and no suggestion of it is a button of ours", () => {
  const asked = question({
    kind: "question",
    title: "Run `rm -r build`?",
    detail: "",
    answers: ["Stop", "Let the Agent Decide", "Yes"],
  });
  assert.match(toastText(asked), /^The agent asks: Run `rm -r build`\?/);
  const labels = ["“Stop”", "“Let the Agent Decide”", "Yes", "Answer...", "Let the Agent Decide"];
  assert.deepEqual(toastLinks(asked), labels);
  const stop = answerOptions(asked).find(({ label }) => label === "Stop");
  assert.equal(stop?.choice, "stop");
  const quoted = answerOptions(asked).find(({ label }) => label === "“Stop”");
  assert.deepEqual([quoted?.choice, quoted?.note], ["once", "Stop"]);
});

test("a notification has a link for each usual answer, but to stop, which Cancel does, and one for all there are", () => {
  const options = ["once", "run", "project", "always", "deny", "stop"] as const;
  assert.deepEqual(toastLinks(question({ options, offers: ["edits"] })), [
    "Allow Once",
    "For This Run",
    "Deny...",
    "More",
  ]);
  assert.deepEqual(toastLinks(question({ options: ["once", "deny"] })), [
    "Allow Once",
    "Deny...",
    "More",
  ]);
});
