import assert from "node:assert/strict";
import { test } from "node:test";

import { sidesOf } from "../../../src/hunks/hunkSides";
import { hunk, lines } from "../support/values";

test("a change that was made is compared with what was there before", () => {
  const sides = sidesOf(hunk({ range: lines(1, 2) }), "a\nnew\nc\n");
  assert.deepEqual(sides, { before: "a\nold\nc\n", after: "a\nnew\nc\n" });
});

test("a proposal is compared with what it would make", () => {
  const sides = sidesOf(hunk({ range: lines(1, 2), kind: "proposed" }), "a\nold\nc\n");
  assert.deepEqual(sides, { before: "a\nold\nc\n", after: "a\nnew\nc\n" });
});

test("removed lines come back where they stood, also behind the last line", () => {
  const removed = hunk({ range: lines(2, 2), before: "old\n", after: "" });
  assert.equal(sidesOf(removed, "a\nb\n").before, "a\nb\nold\n");
});

test("all line ends of the protocol count", () => {
  const sides = sidesOf(hunk({ range: lines(2, 3), after: "c\n" }), "a\r\nb\rc\n");
  assert.equal(sides.before, "a\nb\\rold\n");
});
