import assert from "node:assert/strict";
import { test } from "node:test";

import { ghostsOf, hoverCode } from "../../../src/hunks/hunkGhosts";
import { otherText } from "../../../src/hunks/hunkSides";
import { summaryOfHunks } from "../../../src/hunks/sessionHunks";
import { hunk, lines } from "../support/values";

test("each changed line has the line before it behind it, the rest stands on the last one", () => {
  const changed = hunk({ range: lines(3, 5), before: "a\nb\nc\n", after: "x\ny\n" });
  assert.deepEqual(ghostsOf(changed), [
    { line: 3, text: "− a" },
    { line: 4, text: "− b ⏎ c" },
  ]);
});

test("a line that is the same on both sides says nothing", () => {
  assert.deepEqual(ghostsOf(hunk({ range: lines(0, 2), before: "a\nb\n", after: "a\nz\n" })), [{ line: 1, text: "− b" }]);
});

test("lines that are gone are counted where there are many, and never break out of their line", () => {
  const before = "one\n\u202etwo\nthree\nfour\nfive\n";
  assert.deepEqual(ghostsOf(hunk({ range: lines(2, 2), before, after: "" })), [
    { line: 2, text: "− one ⏎ \\u202etwo ⏎ three ⏎ 2 more lines" },
  ]);
  assert.equal(hoverCode(hunk({ before: "x\n".repeat(100) })).split("\n").length, 61);
});

test("what is proposed can be read behind the lines that it replaces; new lines have nothing to show", () => {
  assert.deepEqual(ghostsOf(hunk({ kind: "proposed", range: lines(1, 2) })), [{ line: 1, text: "→ new" }]);
  assert.deepEqual(ghostsOf(hunk({ before: "" })), []);
});

test("the other text of a file has all of its changes taken back", () => {
  const text = "a1\nb\nc1\nd\n";
  const own = [
    hunk({ hunkId: "h1", range: lines(0, 1), before: "a\n", after: "a1\n" }),
    hunk({ hunkId: "h2", range: lines(2, 3), before: "", after: "c1\n" }),
  ];
  assert.equal(otherText(own, text), "a\nb\nd\n");
  assert.equal(summaryOfHunks(own), "2 changes in 1 file");
  assert.equal(summaryOfHunks([hunk({ kind: "proposed" })]), "1 proposal in 1 file");
});
