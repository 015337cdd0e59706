import assert from "node:assert/strict";
import { test } from "node:test";

import { EFFORTS, chosen, effortItems } from "../../src/reasoningEfforts";

test("every effort can be chosen, or none, and what is chosen is marked", () => {
  assert.deepEqual(effortItems("high").map((item) => item.effort), [undefined, ...EFFORTS]);
  const marked = effortItems("high").filter((item) => item.label.startsWith("$(check)"));
  assert.deepEqual(marked.map((item) => item.effort), ["high"]);
  assert.equal(effortItems(undefined)[0]?.label, "$(check) default");
});

test("what nobody chose is not sent", () => {
  assert.deepEqual(chosen({ reasoning: undefined }), {});
  assert.deepEqual(chosen({ reasoning: "none", autoReview: true }), { reasoning: "none", autoReview: true });
});
