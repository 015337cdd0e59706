import assert from "node:assert/strict";
import { test } from "node:test";

import { runIdIn, textField, textsField, urisIn } from "../../../src/commands/commandArguments";

function uri(path: string) {
  return { scheme: "file", path, toString: () => `file://${path}` };
}

test("a run is named by its id, or by a field of a node or a lens", () => {
  assert.equal(runIdIn("a.1"), "a.1");
  assert.equal(runIdIn({ runId: "a.1" }), "a.1");
  for (const other of [undefined, null, "", 7, {}, { runId: 7 }, [], uri("/a")]) {
    assert.equal(runIdIn(other), undefined);
  }
});

test("fields are read only if they are text", () => {
  assert.equal(textField({ uri: "" }, "uri"), undefined);
  assert.deepEqual(textsField({ hunkIds: ["a", 1, "b"] }, "hunkIds"), ["a", "b"]);
  assert.deepEqual(textsField({ hunkIds: "a" }, "hunkIds"), []);
});

test("documents come from the explorer, source control, and our own views", () => {
  assert.deepEqual(urisIn(uri("/a")), ["file:///a"]);
  assert.deepEqual(urisIn(uri("/a"), [uri("/a"), uri("/b")]), ["file:///a", "file:///b"]);
  assert.deepEqual(urisIn({ resourceUri: uri("/a") }), ["file:///a"]);
  assert.deepEqual(urisIn({ rootUri: uri("/r") }), ["file:///r"]);
  assert.deepEqual(urisIn({ uri: "file:///a" }), ["file:///a"]);
  assert.deepEqual(urisIn(undefined), []);
  assert.deepEqual(urisIn("text"), []);
});
