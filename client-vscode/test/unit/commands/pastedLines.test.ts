import assert from "node:assert/strict";
import { test } from "node:test";

import { isPasted, withPastedLines } from "../../../src/commands/pastedLines";

const TRACEBACK = 'Traceback:\r\n  File "a.py", line 3\r\n    $& = 1\r\nKeyError: 1\r\n';

test("a traceback that was pasted into one line has its lines again", () => {
  for (const space of [" ", ""]) {
    const typed = `fix this: ${TRACEBACK.trim().replace(/\r\n/g, space)} please`;
    assert.ok(isPasted(typed, TRACEBACK));
    assert.equal(withPastedLines(typed, [TRACEBACK]), `fix this: ${TRACEBACK.trim()} please`);
  }
});

test("what has one line, or was not pasted, changes nothing", () => {
  assert.equal(isPasted("fix a.py", "a.py\n"), false);
  assert.equal(isPasted("fix a.py", "a\nb"), false);
  assert.equal(isPasted("fix", "\n\n"), false);
  assert.equal(withPastedLines("fix this", [TRACEBACK]), "fix this");
});
