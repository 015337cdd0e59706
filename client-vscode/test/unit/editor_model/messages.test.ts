import assert from "node:assert/strict";
import { test } from "node:test";

import { modelRequest, textOf, toModelCall } from "../../../src/editor_model/messages";
import type { CompleteParams, ModelMessage } from "../../../src/protocol/generated";

const GREP = { name: "grep", description: "search", parameters: { type: "object" } };

function params(messages: readonly ModelMessage[], toolChoice: "auto" | "none" = "auto"): CompleteParams {
  const options = { toolChoice, justification: "a task of yours" };
  return { requestId: "r1", model: null, messages, tools: [GREP], options };
}

const CALLED: ModelMessage = {
  role: "assistant",
  content: "",
  toolCalls: [
    { id: "c1", name: "grep", arguments: '{"pattern": "x"}' },
    { id: "c2", name: "grep", arguments: "{broken" },
  ],
};

test("what the system and the user say are messages of the user", () => {
  const { messages } = modelRequest(
    params([
      { role: "system", content: "be brief" },
      { role: "user", content: "hello" },
      { role: "assistant", content: "hi" },
    ]),
  );
  assert.deepEqual(messages, [
    { role: "user", parts: [{ kind: "text", text: "be brief" }] },
    { role: "user", parts: [{ kind: "text", text: "hello" }] },
    { role: "assistant", parts: [{ kind: "text", text: "hi" }] },
  ]);
});

test("calls are decoded, and what was no JSON goes back as it was", () => {
  const { messages } = modelRequest(params([CALLED]));
  assert.deepEqual(messages, [
    {
      role: "assistant",
      parts: [
        { kind: "call", id: "c1", name: "grep", input: { pattern: "x" } },
        { kind: "call", id: "c2", name: "grep", input: { invalid: "{broken" } },
      ],
    },
  ]);
});

test("the results of one reply stand in one message, and what the user says in its own", () => {
  const { messages } = modelRequest(
    params([
      CALLED,
      { role: "tool", content: "a.py:1", toolCallId: "c1" },
      { role: "tool", content: "", toolCallId: "c2" },
      { role: "user", content: "go on" },
    ]),
  );
  assert.deepEqual(messages.slice(1), [
    {
      role: "user",
      parts: [
        { kind: "result", callId: "c1", text: "a.py:1" },
        { kind: "result", callId: "c2", text: "(nothing)" },
      ],
    },
    { role: "user", parts: [{ kind: "text", text: "go on" }] },
  ]);
});

test("no message is without a part, and no part without anything to read", () => {
  for (const content of ["", " \n\t"]) {
    const { messages } = modelRequest(
      params([
        { role: "assistant", content },
        { role: "assistant", content, toolCalls: [{ id: "c1", name: "grep", arguments: "{}" }] },
        { role: "tool", content, toolCallId: "c1" },
      ]),
    );
    const kinds = messages.map(({ parts }) => parts.map(({ kind }) => kind));
    assert.deepEqual(kinds, [["text"], ["call"], ["result"]]);
    const texts = [messages[0], messages[2]].map((each) => each?.parts[0]);
    assert.deepEqual(texts, [
      { kind: "text", text: "(nothing)" },
      { kind: "result", callId: "c1", text: "(nothing)" },
    ]);
  }
});

test("tools are offered unless none may be called, and then only if the conversation has calls", () => {
  const count = (request: CompleteParams) => modelRequest(request).tools.length;
  assert.equal(count(params([])), 1);
  assert.equal(count(params([], "none")), 0);
  assert.equal(count(params([CALLED], "none")), 1);
});

test("options that were not given are not sent", () => {
  assert.deepEqual(modelRequest(params([])).modelOptions, {});
  const given = params([]);
  const options = { ...given.options, temperature: 0, maxTokens: 9 };
  assert.deepEqual(modelRequest({ ...given, options }).modelOptions, { temperature: 0, max_tokens: 9 });
});

test("all that is sent is counted", () => {
  const text = textOf(params([{ role: "user", content: "hello" }, CALLED]));
  for (const part of ["hello", "grep", '{"pattern": "x"}', '"description":"search"']) {
    assert.ok(text.includes(part));
  }
});

test("a call goes back with its input as JSON", () => {
  const call = { kind: "call", id: "c", name: "grep", input: { pattern: "ü" } } as const;
  assert.deepEqual(toModelCall(call), { id: "c", name: "grep", arguments: '{"pattern":"ü"}' });
});
