import assert from "node:assert/strict";
import { test } from "node:test";

import { nextHunk, previousHunk } from "../../../src/hunks/hunkNavigation";
import { hunk, lines } from "../support/values";

const [A, B] = ["file:///home/u/a.py", "file:///home/u/b.py"];
const HUNKS = [
  hunk({ hunkId: "a1", uri: A, range: lines(3, 4) }),
  hunk({ hunkId: "a2", uri: A, range: lines(9, 10) }),
  hunk({ hunkId: "b1", uri: B, range: lines(0, 1) }),
];

test("the next hunk is further down, then in the next document, then the first again", () => {
  const from = (uri: string, line: number) => nextHunk(HUNKS, { uri, line })?.hunkId;
  assert.equal(from(A, 0), "a1");
  assert.equal(from(A, 3), "a2");
  assert.equal(from(A, 9), "b1");
  assert.equal(from(B, 0), "a1");
  assert.equal(from("file:///home/u/aa.py", 5), "b1");
});

test("the previous hunk is the same way back", () => {
  const from = (uri: string, line: number) => previousHunk(HUNKS, { uri, line })?.hunkId;
  assert.equal(from(B, 0), "a2");
  assert.equal(from(A, 9), "a1");
  assert.equal(from(A, 3), "b1");
});

test("without an open document one begins at the first or the last", () => {
  assert.equal(nextHunk(HUNKS, undefined)?.hunkId, "a1");
  assert.equal(previousHunk(HUNKS, undefined)?.hunkId, "b1");
  assert.equal(nextHunk([], undefined), undefined);
});
