import assert from "node:assert/strict";
import { test } from "node:test";

import { isKeyVariable } from "../../../src/setup/apiKeys";
import {
  COMPATIBLE,
  MODEL_SOURCES,
  PROVIDERS,
  addressProblem,
  compatibleModels,
  modelProblem,
  modelSourceOf,
  modelsAddress,
  unlistedReason,
} from "../../../src/setup/modelChoice";

test("the walkthrough names a model source; anything else shows the list", () => {
  assert.deepEqual(MODEL_SOURCES.map(({ source }) => modelSourceOf(source)), ["vscode", "apiKey", "ollama", "compatible", "demo"]);
  assert.deepEqual([undefined, "other", {}, 7].map(modelSourceOf), [undefined, undefined, undefined, undefined]);
});

test("each provider has a variable that can hold a key, and a model that says whose it is", () => {
  for (const { variable, prefix, example } of PROVIDERS) {
    assert.ok(isKeyVariable(variable));
    assert.ok(example.startsWith(prefix) && prefix.endsWith("/") && example.length > prefix.length);
  }
});

test("an OpenAI-compatible server has an address that lists its models", () => {
  assert.ok(isKeyVariable(COMPATIBLE.variable));
  assert.deepEqual(["http://localhost:1234/v1", " https://a.example "].map(addressProblem), [undefined, undefined]);
  for (const odd of ["", "localhost:1234", "file:///etc", "http://", "http:// a"]) {
    assert.match(addressProblem(odd) ?? "", /^Enter a URL/, odd);
  }
  assert.equal(modelsAddress("http://localhost:1234"), "http://localhost:1234/v1/models");
  assert.equal(modelsAddress("https://a.example/api/v1/"), "https://a.example/api/v1/models");
  assert.deepEqual(compatibleModels({ data: [{ id: "a" }, { id: 1 }, null] }), ["a"]);
  assert.deepEqual([null, {}, { data: 1 }].map(compatibleModels), [[], [], []]);
});

test("a model has a name without spaces", () => {
  assert.equal(modelProblem(" openai/gpt-4.1 "), undefined);
  assert.match(modelProblem("gpt 4") ?? "", /contains? no spaces|cannot contain spaces/);
  assert.match(modelProblem("") ?? "", /Enter a model name/);
});

test("an address that lists no models says why, as far as its answer tells", () => {
  assert.deepEqual([undefined, 401, 403, 404].map(unlistedReason), [
    "Nothing answers at this address. Is the server running?",
    "The server does not accept this API key, or needs one.",
    "The server does not accept this API key, or needs one.",
    "The server did not list its models.",
  ]);
});
