import assert from "node:assert/strict";
import { test } from "node:test";

import { ollamaAddress, ollamaModels } from "../../../src/setup/ollama";

test("the models of Ollama are the names in its answer", () => {
  const answer = { models: [{ name: "qwen3:latest" }, { name: 7 }, null, { name: "llama3" }] };
  assert.deepEqual(ollamaModels(answer), ["qwen3:latest", "llama3"]);
  assert.deepEqual([ollamaModels(null), ollamaModels({ models: {} })], [[], []]);
});

test("Ollama answers on its own port of this machine", () => {
  assert.equal(ollamaAddress({}), "http://127.0.0.1:11434");
  assert.equal(ollamaAddress({ OLLAMA_HOST: "" }), "http://127.0.0.1:11434");
});

test("the variable that tells Ollama where to listen says where it is asked", () => {
  const at = (host: string) => ollamaAddress({ OLLAMA_HOST: host });
  assert.equal(at("0.0.0.0"), "http://127.0.0.1:11434");
  assert.equal(at(":5000"), "http://127.0.0.1:5000");
  assert.equal(at("[::]:5000"), "http://[::1]:5000");
  assert.equal(at("gpu.lan:80"), "http://gpu.lan:80");
  assert.equal(at("https://gpu.lan"), "https://gpu.lan");
  assert.equal(at(" http://gpu.lan/ollama/ "), "http://gpu.lan/ollama");
});

test("an address of its OpenAI format is that of Ollama without the version", () => {
  const environ = { OLLAMA_API_BASE: "http://gpu.lan:5000/v1", OLLAMA_HOST: "other" };
  assert.equal(ollamaAddress(environ), "http://gpu.lan:5000");
});

test("a login is not part of the address", () => {
  assert.equal(ollamaAddress({ OLLAMA_HOST: "http://me:secret@gpu.lan" }), "http://gpu.lan");
});
