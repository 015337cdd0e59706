import assert from "node:assert/strict";
import { test } from "node:test";

import { parsePatch, patched, reversed, type FilePatch } from "../../../src/confirm/patch";

const BEFORE = "one\ntwo\nthree\nfour\nfive\n";
const PATCH = `--- a/src/a.py
+++ b/src/a.py
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
@@ -5 +5,2 @@
 five
+six
`;

function only(text: string): FilePatch {
  const files = parsePatch(text);
  assert.equal(files.length, 1);
  const [file] = files;
  assert.ok(file !== undefined);
  return file;
}

test("a patch makes the text after it out of the text before", () => {
  const file = only(PATCH);
  assert.equal(file.path, "src/a.py");
  assert.equal(file.kind, "modified");
  assert.equal(patched(BEFORE, file), "one\nTWO\nthree\nfour\nfive\nsix\n");
});

test("a reversed patch undoes the patch", () => {
  const file = only(PATCH);
  const after = patched(BEFORE, file);
  assert.ok(after !== undefined);
  assert.equal(patched(after, reversed(file)), BEFORE);
});

test("a patch does not fit a text that has changed since", () => {
  assert.equal(patched("one\nother\nthree\nfour\nfive\n", only(PATCH)), undefined);
  assert.equal(patched("", only(PATCH)), undefined);
});

test("a last line without its line end is kept without, and gets one", () => {
  const patch = `--- a/a
+++ b/a
@@ -1 +1 @@
-x
\\ No newline at end of file
+x
`;
  assert.equal(patched("x", only(patch)), "x\n");
  assert.equal(patched("x\n", reversed(only(patch))), "x");
  assert.equal(patched("x\n", only(patch)), undefined);
});

test("a new file comes out of nothing, and a deleted one leaves nothing", () => {
  const created = only("--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  assert.deepEqual([created.path, created.kind], ["new.py", "created"]);
  assert.equal(patched("", created), "a\nb\n");
  const deleted = only("--- a/old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
  assert.deepEqual([deleted.path, deleted.kind], ["old.py", "deleted"]);
  assert.equal(patched("a\n", deleted), "");
});

test("an empty file is created by a header alone", () => {
  const file = only("diff --git a/empty.txt b/empty.txt\nnew file mode 100644\n");
  assert.deepEqual([file.path, file.kind, file.hunks], ["empty.txt", "created", []]);
});

test("several files are told apart, also behind a removed line that looks like a header", () => {
  const files = parsePatch(`--- a/a.sql
+++ b/a.sql
@@ -1,2 +1 @@
 select
--- a comment
--- a/b c.sql\t
+++ b/b c.sql\t
@@ -1 +1 @@
-x
+y
`);
  assert.deepEqual(
    files.map((file) => file.path),
    ["a.sql", "b c.sql"],
  );
  const [first] = files;
  assert.ok(first !== undefined);
  assert.equal(patched("select\n-- a comment\n", first), "select\n");
});

test("names in C quotes are read as git writes them, in bytes of UTF-8", () => {
  const name = '/we\\"ird\\011\\303\\274.py"';
  const file = only(`--- "a${name}\n+++ "b${name}\n@@ -1 +1 @@\n-a\n+b\n`);
  assert.equal(file.path, 'we"ird\t\u00fc.py');
});

test("a hunk is not moved to where it would fit", () => {
  const file = only("--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n");
  assert.equal(patched("new\nx\n", file), undefined);
});

test("what is no patch, or not a whole one, has no files", () => {
  assert.deepEqual(parsePatch("just words\n"), []);
  assert.deepEqual(parsePatch("just words\n--- not a header\n"), []);
  assert.deepEqual(parsePatch("--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-x\n"), []);
});
