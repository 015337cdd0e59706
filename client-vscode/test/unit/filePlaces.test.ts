import assert from "node:assert/strict";
import { test } from "node:test";

import { filePlaces } from "../../src/filePlaces";

test("a place has a path and a line, and is no part of an address", () => {
  const text = 'See src/a.py:33, +b/c.ts:4:2 and File "/p/d.py", line 7, not http://host.org:80/x.py:1 or 12:30.';
  assert.deepEqual(
    filePlaces(text).map(({ start, end, path, line }) => [text.slice(start, end), path, line]),
    [
      ["src/a.py:33", "src/a.py", 33],
      ["+b/c.ts:4:2", "+b/c.ts", 4],
      ['File "/p/d.py", line 7', "/p/d.py", 7],
    ],
  );
});

test("a long row of what names are made of is read once", () => {
  for (const piece of ["+", "-", ".", "a", "a+", "a/", "+.a", "a.b:"]) {
    const began = performance.now();
    assert.deepEqual(filePlaces(piece.repeat(40_000)), []);
    assert.ok(performance.now() - began < 1_000, `${piece} took ${String(performance.now() - began)} ms`);
  }
});
