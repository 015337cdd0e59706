import assert from "node:assert/strict";
import { test } from "node:test";

import { appliedSides, previewSides } from "../../../src/confirm/editPreview";

const PATCH = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n";

function reading(texts: Readonly<Record<string, string>>) {
  return (path: string) => Promise.resolve(texts[path]);
}

test("an edit has the text now on its left and what is proposed on its right", async () => {
  const sides = await previewSides(PATCH, reading({ "a.py": "old\n" }));
  assert.deepEqual(sides, [{ path: "a.py", before: "old\n", after: "new\n" }]);
});

test("a change that was made has the text now on its right", async () => {
  const sides = await appliedSides(PATCH, reading({ "a.py": "new\n" }));
  assert.deepEqual(sides, [{ path: "a.py", before: "old\n", after: "new\n" }]);
});

test("line ends do not matter for what people see", async () => {
  const sides = await previewSides(PATCH, reading({ "a.py": "old\r\n" }));
  assert.deepEqual(sides, [{ path: "a.py", before: "old\n", after: "new\n" }]);
});

test("odd characters are escapes on both sides, as in the patch of the question", async () => {
  const patch = "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n a\\u202eb\n-old\n+new\n";
  const sides = await previewSides(patch, reading({ "a.py": "a\u202eb\nold\n" }));
  assert.deepEqual(sides?.[0]?.after, "a\\u202eb\nnew\n");
});

test("there are no sides if a file is not what the patch is for, or cannot be read", async () => {
  assert.equal(await previewSides(PATCH, reading({ "a.py": "other\n" })), undefined);
  assert.equal(await previewSides(PATCH, reading({})), undefined);
  assert.equal(await previewSides("no patch", reading({})), undefined);
});
