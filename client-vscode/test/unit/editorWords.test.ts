import assert from "node:assert/strict";
import { test } from "node:test";

import { inEditorWords, withCapital } from "../../src/editorWords";
import serverErrors from "./serverErrors.json";

test("whatever the server says of models comes without what is for a command line", () => {
  for (const error of serverErrors) {
    assert.doesNotMatch(inEditorWords(error), /--|\bllm\.|`architect|config\.yaml|:\s*$|[.:;]{2}/, error);
  }
});

test("an error names settings of this editor, and no options of a command line", () => {
  const noKey =
    "no key for 'gpt-4.1': set OPENAI_API_KEY, name another variable in llm.api_key_env, or use --api-key on the command line";
  assert.equal(inEditorWords(noKey), "no key for 'gpt-4.1'");
  assert.equal(inEditorWords("set llm.model (or --model), or llm.api_base"), "set architect.model, or architect.apiBase");
});

test("an error names a model as the server at the user's address calls it", () => {
  const error = "the model 'hosted_vllm/tiny' cannot call tools; vllm/hosted_vllm/tiny can";
  assert.equal(inEditorWords(error), "the model 'tiny' cannot call tools; vllm/hosted_vllm/tiny can");
});

test("an error is a sentence, unless it begins with a name", () => {
  assert.equal(withCapital("no model is selected"), "No model is selected");
  assert.equal(withCapital("nothing answers at http://localhost"), "Nothing answers at http://localhost");
  assert.equal(withCapital("el proveedor respondió 401"), "El proveedor respondió 401");
  for (const text of ["llm.model is no model", "npm is missing", "noise.py is missing", "No model is selected"]) {
    assert.equal(withCapital(text), text);
  }
});
