import assert from "node:assert/strict";
import { test } from "node:test";

import { isSideOfDiff } from "../../../src/hunks/diffSides";

const uri = (text: string) => ({ toString: () => text });
const [FILE, BEFORE, OTHER] = [uri("file:///p/a.py"), uri("architect-preview:/a.py"), uri("file:///p/b.py")] as const;
const DIFF = { original: BEFORE, modified: FILE };
const ALL_CHANGES = { textDiffs: [] };

function isSide(viewColumn: number | undefined, ...inputs: readonly unknown[]): boolean {
  return isSideOfDiff({ viewColumn, document: { uri: FILE } }, inputs);
}

test("both sides of a diff, of one file or of many, are no editors of their own", () => {
  assert.ok(isSide(undefined, { uri: OTHER }, DIFF));
  assert.ok(isSide(undefined, { original: FILE, modified: OTHER }));
  assert.ok(isSide(undefined, ALL_CHANGES));
});

test("the editor of a file beside its diff, or in a split tab, is one", () => {
  assert.ok(!isSide(1, DIFF, ALL_CHANGES));
  assert.ok(!isSide(undefined, undefined, { uri: FILE }, { original: BEFORE, modified: OTHER }));
});
