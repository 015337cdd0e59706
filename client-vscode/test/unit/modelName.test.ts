import assert from "node:assert/strict";
import { test } from "node:test";

import { modelName } from "../../src/modelName";

test("a model at an address of the user's own is called as the server there calls it", () => {
  assert.equal(modelName("hosted_vllm/tiny"), "tiny");
  assert.equal(modelName("hosted_vllm/org/tiny"), "org/tiny");
  assert.equal(modelName("hosted_vllm/"), "hosted_vllm/");
  assert.equal(modelName("anthropic/claude-sonnet-5-5"), "anthropic/claude-sonnet-5-5");
});
