import assert from "node:assert/strict";
import { test } from "node:test";

import type { ListedModel, ListedProvider } from "../../../src/protocol/generated";
import { listingProblem, modelItems } from "../../../src/setup/listedModels";

function model(name: string, fields: Partial<ListedModel> = {}): ListedModel {
  const unknown = { maxInputTokens: null, maxOutputTokens: null, price: null, tools: null, reasoning: null, vision: null, efforts: [] };
  return { name, ...unknown, ...fields };
}

function listed(...models: ListedModel[]): ListedProvider {
  return { provider: "p", access: "key in P_API_KEY", problem: null, models };
}

test("a model at an address of the user's own is listed as the server there calls it, and chosen as the setting does", () => {
  const [item] = modelItems(listed(model("hosted_vllm/tiny")), "");
  assert.deepEqual([item?.label, item?.model], ["tiny", "hosted_vllm/tiny"]);
});

test("models are listed with window and price, the usual one first, without those that cannot call tools", () => {
  const price = { input: 0.1, output: 12, cached: null, cacheWrite: null };
  const items = modelItems(
    listed(
      model("p/a", { maxInputTokens: 128_000, tools: true }),
      model("p/speech", { tools: false }),
      model("p/b", { maxInputTokens: 1_048_576, price }),
      model("p/free", { price: { ...price, input: 0, output: 0 } }),
    ),
    "p/b",
  );
  assert.deepEqual(
    items.map(({ model: name, description }) => [name, description]),
    [
      ["p/b", "1M tokens · $0.1 in, $12 out per million"],
      ["p/a", "128k tokens"],
      ["p/free", ""],
    ],
  );
  assert.deepEqual(modelItems(undefined, "p/b"), []);
  assert.deepEqual(modelItems(listed(model("p/$(x)")), "p/b").map(({ label }) => label === "p/$(x)"), [false]);
});

test("a list that is not the provider's own says so, and why if that is the key", () => {
  const told = (problem: string | null) => listingProblem({ ...listed(), problem }, "P");
  assert.equal(told(null), "");
  assert.match(told("no connection to https://p.example"), /^P could not be asked/);
  assert.match(told("the provider answered 401: wrong"), /^P does not accept the API key/);
});
