import assert from "node:assert/strict";
import { test } from "node:test";

import { pluralize, escapeControls, oneLine, shortened, truncate, escapeIcons, identifier } from "../../src/displayText";

test("what steers, reorders or hides stands as an escape", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["\u001b[31m", "\\x1b[31m"],
    ["a\u202eb", "a\\u202eb"],
    ["a\u200bb", "a\\u200bb"],
    ["a\u3164\u2028\u00ad", "a\\u3164\\u2028\\xad"],
    ["\u{e0041}", "\\U000e0041"],
    ["\u{e0101}", "\\U000e0101"],
    ["\ud800x", "\\ud800x"],
    ["a\rb", "a\\rb"],
    ["\u0085", "\\x85"],
  ];
  for (const [raw, shown] of cases) {
    assert.equal(escapeControls(raw), shown);
  }
});

test("ordinary text stays, line ends become line feeds", () => {
  const family = "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}";
  assert.equal(escapeControls(`a\tb\r\nc ${family} \u05d0 é`), `a\tb\nc ${family} \u05d0 é`);
});

test("one line of bounded length", () => {
  assert.equal(oneLine("  a\n\n  b\tc "), "a / b c");
  assert.equal(oneLine("x".repeat(1_000_000), 10), `${"x".repeat(9)}…`);
});

test("a cut goes through no pair", () => {
  assert.equal(truncate("ab\u{1F600}cd", 4), "ab…");
});

test("icons in labels stand as they are written", () => {
  assert.equal(escapeIcons("$(trash) $(sync~spin) $(no icon) \\$(x)"), "\\$(trash) \\$(sync~spin) $(no icon) \\$(x)");
});

test("words and counts", () => {
  assert.equal(identifier("run_command\u202e<b>"), "run_commandb");
  assert.deepEqual([pluralize(1, "file"), pluralize(2, "file"), pluralize(2, "entry", "entries")], ["1 file", "2 files", "2 entries"]);
});

test("a long name loses its middle", () => {
  assert.equal(shortened("recorded/short", 14), "recorded/short");
  assert.equal(shortened("recorded/very-long-name", 11), "recor…-name");
});
