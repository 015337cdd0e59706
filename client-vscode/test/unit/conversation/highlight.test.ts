import assert from "node:assert/strict";
import { test } from "node:test";

import { highlight, languageOfPath } from "../../../src/conversation/syntax/highlight";
import { GRAMMARS } from "../../../src/conversation/syntax/languages";

/** Coloured pieces as `kind:text`, plain ones left out. */
function colours(language: string, text: string): readonly string[] {
  const tokens = highlight(text, language).flat();
  return tokens.filter(({ kind }) => kind !== "plain").map(({ kind, text }) => `${kind}:${text}`);
}

function joined(text: string, language: string): string {
  return highlight(text, language)
    .map((line) => line.map((token) => token.text).join(""))
    .join("\n");
}

const COLOURED: readonly (readonly [language: string, code: string, ...pieces: string[]])[] = [
  ["python", "def add(a):  # sum\n  return 0x1F", "keyword:def", "call:add", "comment:# sum", "keyword:return", "number:0x1F"],
  ["py", '"""a\nif b\n"""\nif c', 'string:"""a', "string:if b", 'string:"""', "keyword:if"],
  ["ts", "const a = `x${b}`; /* c\n d */", "keyword:const", "string:`x", "string:`", "comment:/* c", "comment: d */"],
  ["jsx", "return <a b='c'/>", "keyword:return", "type:a", "type:b", "string:'c'"],
  ["html", "<script>let a</script>", "type:script", "keyword:let", "type:script"],
  ["sh", "echo ${#a} a#b # c", "call:echo", "comment:# c"],
  ["sql", "SELECT a -- c", "keyword:SELECT", "comment:-- c"],
  ["rust", "struct A<'a>;", "keyword:struct", "type:A", "string:'a"],
  ["yaml", "a: true # c", "type:a:", "keyword:true", "comment:# c"],
  ["json", '{"a": null}', 'type:"a"', "keyword:null"],
  ["css", "a { color: red }", "keyword:a", "type:color"],
  ["diff", "-a\n+b", "removed:-a", "added:+b"],
  ["no language", "def a", ...[]],
  ["constructor", "def a", ...[]],
];

test("code is coloured in its language", () => {
  const found = COLOURED.map(([language, code]) => [language, code, ...colours(language, code)]);
  assert.deepEqual(found, COLOURED);
});

test("files are known by their names and endings", () => {
  const paths = ["src/a.test.TS", "Dockerfile", "a/Makefile", "x.pyi", "x.vue", "LICENSE"];
  const found = paths.map((path) => colours(languageOfPath(path), "FROM a\nif: # b\n<b c='1'>").length > 0);
  assert.deepEqual(found, [true, true, true, true, true, false]);
});

test("the pieces of a text are the text, whatever stands there", () => {
  const odd = "<script>/*\u202e*/ 'a\\\n\"\"\" \u{1F600}x \ud800 a\\\n\n${`${<b>\r";
  assert.deepEqual(
    Object.keys(GRAMMARS).filter((language) => joined(odd, language) !== odd),
    [],
  );
});

const HOSTILE = ["<script>", "${`", "abc ", "[", '"', "/*", "'\"", "a(", "<a ", "\n", "{{", "- "];

/** As long as what is coloured may be, in lines as long as they may be. */
function repeated(piece: string): string {
  const line = `${piece.repeat(900 / piece.length)}\n`;
  return line.repeat(9_900 / line.length);
}

test("hostile code takes no time without end", { timeout: 240_000 }, () => {
  const slow = Object.keys(GRAMMARS).flatMap((language) =>
    HOSTILE.filter((piece) => {
      const begin = process.cpuUsage().user;
      highlight(repeated(piece), language);
      return process.cpuUsage().user - begin > 10_000_000;
    }).map((piece) => `${language}: ${piece}`),
  );
  assert.deepEqual(slow, []);
});

test("a long text or a long line has no colours", () => {
  for (const code of ["const a = 1\n".repeat(2_000), `const a = ${"1".repeat(1_000)}`]) {
    assert.deepEqual(colours("ts", code), []);
    assert.equal(joined(code, "ts"), code);
  }
});
