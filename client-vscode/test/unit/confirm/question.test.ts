import assert from "node:assert/strict";
import { test } from "node:test";

import {
  needsPage,
  pageText,
  toastText,
  waysOf,
  type Question,
} from "../../../src/confirm/question";
import { toastButtons } from "../../../src/confirm/questionToasts";
import type { ConfirmParams } from "../../../src/protocol/generated";
import { harmless } from "../../../src/shownText";
import { question as params } from "../support/values";

function question(fields: Partial<ConfirmParams> = {}): Question {
  return { number: 1, params: params(fields) };
}

const EDIT = { kind: "edit", preview: { patch: "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n" } } as const;

test("a command is asked about with its folder and the reasons", () => {
  assert.equal(
    toastText(question()),
    "Confirm: run_command npm test — in web — npm may run scripts of the project",
  );
});

test("the folder of the project is called the workspace", () => {
  const preview = { command: "npm test", cwd: "." };
  assert.match(toastText(question({ preview })), / — in the workspace — /);
  assert.match(pageText(question({ preview })), /^Folder: the workspace$/m);
});

test("a notification makes no links of what the model says", () => {
  const text = toastText(question({ title: "[click](command:evil)", detail: "[a](https://b)" }));
  assert.doesNotMatch(text, /\]\(/);
});

test("escapes stand for what hides or reorders", () => {
  const text = toastText(question({ title: "rm \u202e-rf\u200b", detail: "\u001b[2J" }));
  assert.equal(text, harmless(text));
  assert.match(pageText(question({ preview: { command: "a\u0007b", cwd: "" } })), /a\\x07b/);
});

test("what a notification has no room for is read on a page", () => {
  assert.equal(needsPage(params()), false);
  assert.equal(needsPage(params(EDIT)), true);
  assert.equal(needsPage(params({ preview: { command: "a\nb", cwd: "" } })), true);
  const long = { command: `echo ${"x".repeat(400)}; rm -r /`, cwd: "" };
  assert.equal(needsPage(params({ preview: long })), true);
  assert.match(pageText(question({ preview: long })), /; rm -r \/$/m);
  assert.match(toastText(question({ preview: long })), /the full command is shown in the editor/);
});

test("only what the server offers can be chosen", () => {
  const ways = waysOf(question({ options: ["once", "deny"] }));
  assert.deepEqual(
    ways.map((way) => way.label),
    ["Allow Once", "Deny", "Deny with Reason..."],
  );
});

test("each offer can be taken for the project and always", () => {
  const options = ["once", "run", "project", "always", "deny", "stop"] as const;
  const ways = waysOf(question({ options, offers: ["npm test", "npm"] }));
  assert.deepEqual(
    ways.filter((way) => way.offer !== undefined).map((way) => [way.choice, way.offer, way.description]),
    [
      ["project", 0, "npm test"],
      ["always", 0, "npm test"],
      ["project", 1, "npm"],
      ["always", 1, "npm"],
    ],
  );
});

test("a notification has a button for each usual answer, and one for all there are", () => {
  const options = ["once", "run", "project", "always", "deny", "stop"] as const;
  assert.deepEqual(toastButtons(question({ options, offers: ["edits"] })), [
    "Allow Once",
    "For This Run",
    "Deny...",
    "Stop",
    "More",
  ]);
  assert.deepEqual(toastButtons(question({ options: ["once", "deny"] })), [
    "Allow Once",
    "Deny...",
    "More",
  ]);
});
