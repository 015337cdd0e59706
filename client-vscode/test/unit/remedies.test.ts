import assert from "node:assert/strict";
import { test } from "node:test";

import { inEditorWords, remediesFor, remedyOf } from "../../src/remedies";
import serverErrors from "./serverErrors.json";

test("an error leads to what helps against it", () => {
  const cases: readonly [string, readonly string[]][] = [
    ["no key for 'gpt-4.1': set OPENAI_API_KEY, name another", ["apiKey", "model"]],
    ["the provider answered 401: wrong (check the API key and what it may use)", ["apiKey", "model"]],
    ["no connection to http://127.0.0.1:9/v1 (llm.api_base)", ["apiBase", "model"]],
    ["ollama does not answer at http://127.0.0.1:11434", ["model"]],
    ["no address is known for the model 'x/y'", ["model"]],
    ["the provider answered 404: no such model", ["model"]],
    ["the provider answered 529: Overloaded", ["model"]],
    ["the model 'gemma' cannot call tools, which an agent needs; choose another one", ["model"]],
    ["no key was sent: no key was found in HOSTED_VLLM_API_KEY", ["serverKey", "model"]],
    ["budget exceeded: $1.02 of $1.00", ["budget"]],
    ["a bug in architect ended the run", []],
  ];
  for (const [error, ids] of cases) {
    assert.deepEqual(remediesFor(error).map(({ id }) => id), ids, error);
  }
  assert.deepEqual(["model", "other", "__proto__"].map((id) => remedyOf(id)?.id), ["model", undefined, undefined]);
});

test("whatever the server says of models comes with a button, and without what is for a command line", () => {
  for (const error of serverErrors) {
    assert.notDeepEqual(remediesFor(error), [], error);
    assert.doesNotMatch(inEditorWords(error), /--|\bllm\.|`architect|config\.yaml|:\s*$|[.:;]{2}/, error);
  }
});

test("an error names settings of this editor, and no options of a command line", () => {
  const noKey =
    "no key for 'gpt-4.1': set OPENAI_API_KEY, name another variable in llm.api_key_env, or use --api-key on the command line";
  assert.equal(inEditorWords(noKey), "no key for 'gpt-4.1'");
  assert.equal(inEditorWords("set llm.model (or --model), or llm.api_base"), "set architect.model, or architect.apiBase");
});
