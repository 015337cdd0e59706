import assert from "node:assert/strict";
import { test } from "node:test";

import { isKeyVariable } from "../../../src/setup/apiKeys";
import { modelProblem, PROVIDERS, MODEL_SOURCES, modelSourceOf } from "../../../src/setup/modelChoice";

test("the walkthrough names a model source; anything else shows the list", () => {
  assert.deepEqual(MODEL_SOURCES.map(({ source }) => modelSourceOf(source)), ["vscode", "apiKey", "ollama", "demo"]);
  assert.deepEqual([undefined, "other", {}, 7].map(modelSourceOf), [undefined, undefined, undefined, undefined]);
});

test("each provider has a variable that can hold a key, and a model that says whose it is", () => {
  for (const { variable, prefix, example } of PROVIDERS) {
    assert.ok(isKeyVariable(variable));
    assert.ok(example.startsWith(prefix) && prefix.endsWith("/") && example.length > prefix.length);
  }
});

test("a model has a name without spaces", () => {
  assert.equal(modelProblem(" openai/gpt-4.1 "), undefined);
  assert.match(modelProblem("gpt 4") ?? "", /contains? no spaces|cannot contain spaces/);
  assert.match(modelProblem("") ?? "", /Enter a model name/);
});
