import assert from "node:assert/strict";
import { test } from "node:test";

import { readDiff } from "../../../src/conversation/syntax/diff";
import { grammarOf, grammarOfPath, type Grammar } from "../../../src/conversation/syntax/grammar";
import { tokenize, type Token } from "../../../src/conversation/syntax/tokenize";

function known(language: string): Grammar {
  const grammar = grammarOf(language);
  assert.ok(grammar !== undefined, language);
  return grammar;
}

/** Coloured pieces as `kind:text`, plain ones left out. */
function colours(language: string, text: string): readonly string[] {
  const tokens = tokenize(text, known(language)).flat();
  return tokens.filter(({ kind }) => kind !== "plain").map((token) => `${token.kind}:${token.text}`);
}

function joined(lines: readonly (readonly Token[])[]): string {
  return lines.map((line) => line.map((token) => token.text).join("")).join("\n");
}

test("Python", () => {
  assert.deepEqual(colours("python", "def add(a):  # sum\n    return a + 0x1F + 'it\\'s'"), [
    ...["keyword:def", "call:add", "comment:# sum", "keyword:return", "number:0x1F", "string:'it\\'s'"],
  ]);
});

test("a long string goes on in the next lines", () => {
  assert.deepEqual(colours("py", '"""a\nif b\n"""\nif c'), [
    ...['string:"""a', "string:if b", 'string:"""', "keyword:if"],
  ]);
});

test("TypeScript", () => {
  assert.deepEqual(colours("ts", "const a = `x`; /* c\n d */ f(1.5e3) // end"), [
    ...["keyword:const", "string:`x`", "comment:/* c", "comment: d */", "call:f", "number:1.5e3", "comment:// end"],
  ]);
});

test("a sign of the shell inside of a word begins no comment", () => {
  assert.deepEqual(colours("sh", "echo ${#a} a#b # c"), ["keyword:echo", "comment:# c"]);
});

test("SQL does not mind the case", () => {
  assert.deepEqual(colours("sql", "SELECT a FROM b -- c"), [
    ...["keyword:SELECT", "keyword:FROM", "comment:-- c"],
  ]);
});

test("files are known by their endings", () => {
  assert.equal(grammarOfPath("src/a.test.ts"), grammarOf("typescript"));
  assert.equal(grammarOfPath("Dockerfile"), grammarOf("docker"));
  assert.equal(grammarOfPath("LICENSE"), undefined);
  assert.equal(grammarOf("constructor"), undefined);
});

test("the pieces of a text are the text", () => {
  const odd = "<script>/*\u202e*/ 'a\\\n\"\"\" \u{1F600}x \ud800 a\\";
  for (const language of "ts python rust go sh ruby lua sql php yaml json css html docker swift".split(" ")) {
    assert.equal(joined(tokenize(odd, known(language))), odd);
  }
});

test("long lines are looked at up to a point", { timeout: 20_000 }, () => {
  const line = "'a\" ".repeat(1_000_000);
  const [tokens] = tokenize(line, known("ts"));
  assert.ok(tokens !== undefined && tokens.length < 3_000);
  assert.equal(joined([tokens]), line);
});

test("a diff has its lines, numbered", () => {
  const diff = "--- a/x.py\n+++ b/x.py\n@@ -3,3 +3,3 @@ def f():\n a\n-return 1\n+return 2\n b\n";
  const lines = readDiff(diff, "x.py").map((line) =>
    line.kind === "hunk" || line.kind === "note"
      ? [line.kind, line.text]
      : [line.kind, line.number, line.tokens.map((token) => token.text).join("")],
  );
  assert.deepEqual(lines, [
    ["hunk", "@@ -3,3 +3,3 @@ def f():"],
    ["context", 3, "a"],
    ["removed", 4, "return 1"],
    ["added", 4, "return 2"],
    ["context", 5, "b"],
  ]);
});

test("what looks like a header inside of a hunk is a change", () => {
  const lines = readDiff("@@ -1 +1 @@\n--- a\n+++ b\n\\ No newline at end of file", "x.sql");
  assert.deepEqual(lines.map((line) => line.kind), ["hunk", "removed", "added", "note"]);
});

test("a comment that is opened in old text does not colour the new", () => {
  const lines = readDiff("@@ -1 +1 @@\n-/* old\n+fresh\n", "x.ts");
  assert.deepEqual(
    lines.map((line) => ("tokens" in line ? line.tokens.map((token) => token.kind) : [])),
    [[], ["comment"], ["plain"]],
  );
});

test("an empty diff has no lines", () => {
  assert.deepEqual(readDiff("", "x"), []);
});

test("a hunk that begins inside of a long string is coloured from its end on", () => {
  const diff = '@@ -8,4 +8,4 @@\n words of a docstring\n     """\n-    return total\n+    return 2\n';
  const kinds = readDiff(diff, "a.py").flatMap((line) =>
    "tokens" in line ? [line.tokens.map(({ kind }) => kind).join(" ")] : [],
  );
  assert.deepEqual(kinds, ["string", "string", "plain keyword plain", "plain keyword plain number"]);
});

test("a hunk in which a long string begins is coloured as ever", () => {
  const diff = '@@ -1,3 +1,3 @@\n def f():\n-    """Says it."""\n+    """Says it\n+    twice."""\n     return 1\n';
  const lines = readDiff(diff, "a.py");
  const last = lines.at(-1);
  assert.ok(last !== undefined && "tokens" in last);
  assert.deepEqual(last.tokens.map(({ kind }) => kind), ["plain", "keyword", "plain", "number"]);
});
