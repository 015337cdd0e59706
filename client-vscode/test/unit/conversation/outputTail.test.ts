import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_OUTPUT, withOutput } from "../../../src/conversation/outputTail";

test("a line that a command draws anew is kept as it is then", () => {
  const pieces = ["get\n1", "0%", "\r20%\r", "25%\r30%\r", "30%\nok\n", "end"];
  const tail = pieces.reduce((before, text) => withOutput(before, text, false), NO_OUTPUT);
  assert.equal(tail.pieces.map((piece) => piece.text).join(""), "get\n30%\nok\nend");
  assert.equal(tail.kept, "get\n30%\nok\nend".length);
  const numbers = tail.pieces.map((piece) => piece.number);
  assert.deepEqual(numbers, [...new Set(numbers)].sort((one, other) => one - other));
});
