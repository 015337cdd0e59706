import assert from "node:assert/strict";
import { test } from "node:test";

import { readDiff } from "../../../src/conversation/syntax/diff";
import { highlightDiff } from "../../../src/conversation/syntax/highlightDiff";

/** The kinds of the tokens of each line that has some. */
function kinds(diff: string, path: string): readonly string[] {
  const lines = readDiff(diff);
  const tokens = highlightDiff(lines, path);
  return lines.flatMap((line) => tokens.get(line)?.map(({ kind }) => kind).join(" ") ?? []);
}

test("a diff has its lines, numbered", () => {
  const diff = "--- a/x.py\n+++ b/x.py\n@@ -3,3 +3,3 @@ def f():\n a\n-return 1\n+return 2\n b\n";
  const lines = readDiff(diff).map(({ kind, number, text }) => [kind, number, text]);
  assert.deepEqual(lines, [
    ["hunk", 0, "@@ -3,3 +3,3 @@ def f():"],
    ["context", 3, "a"],
    ["removed", 4, "return 1"],
    ["added", 4, "return 2"],
    ["context", 5, "b"],
  ]);
});

test("what looks like a header inside of a hunk is a change, and what is no diff stands as it is", () => {
  const lines = readDiff("odd\n@@ -1 +1 @@\n--- a\n+++ b\n\\ No newline at end of file\n[cut off]");
  assert.deepEqual(
    lines.map((line) => line.kind),
    ["note", "hunk", "removed", "added", "note", "note"],
  );
  assert.deepEqual(readDiff(""), []);
});

const DIFFS: readonly (readonly [what: string, path: string, diff: string, ...lines: string[]])[] = [
  ["a comment in old text does not colour the new", "x.ts", "@@ -1 +1 @@\n-/* old\n+fresh\n", "comment", "plain"],
  [
    "a hunk that begins inside of a long string is coloured from its end on",
    "a.py",
    '@@ -8,3 +8,3 @@\n words of a docstring\n     """\n-    return total\n+    return 2\n',
    "string",
    "string",
    "plain keyword plain",
    "plain keyword plain number",
  ],
  [
    "a hunk in which a long string begins is coloured from there",
    "a.py",
    '@@ -1,2 +1,3 @@\n-"""Says it."""\n+"""Says it\n+twice."""\n return 1\n',
    "string",
    "string",
    "string",
    "keyword plain number",
  ],
  [
    "a hunk that begins inside of a comment is coloured from its end on",
    "a.ts",
    "@@ -8,3 +8,3 @@\n  * if it is so\n  */\n-return a;\n+return 2;\n",
    "comment",
    "comment",
    "keyword plain",
    "keyword plain number plain",
  ],
];

test("changes are coloured as the code that they are", () => {
  const found = DIFFS.map(([what, path, diff]) => [what, path, diff, ...kinds(diff, path)]);
  assert.deepEqual(found, DIFFS);
});
