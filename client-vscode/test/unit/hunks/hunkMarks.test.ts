import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf, markOf, touches } from "../../../src/hunks/hunkMarks";
import { hunk, lines } from "../support/values";

test("a line that only ends a hunk is not part of it", () => {
  assert.deepEqual(linesOf(hunk({ range: lines(3, 5) })), [3, 4]);
  assert.deepEqual(linesOf(hunk({ range: lines(3, 3) })), [3, 3]);
  const within = { start: { line: 3, character: 2 }, end: { line: 5, character: 1 } };
  assert.deepEqual(linesOf(hunk({ range: within })), [3, 5]);
});

test("a mark says what became of the lines", () => {
  assert.equal(markOf(hunk({ before: "" })).kind, "added");
  assert.equal(markOf(hunk()).kind, "changed");
  assert.equal(markOf(hunk({ after: "", range: lines(3, 3) })).kind, "removed");
  assert.equal(markOf(hunk({ after: "", kind: "proposed" })).kind, "proposed");
});

test("the cursor is in a hunk on each of its lines", () => {
  const own = hunk({ range: lines(3, 5) });
  assert.deepEqual(
    [2, 3, 4, 5].map((line) => touches(own, line)),
    [false, true, true, false],
  );
});
