import assert from "node:assert/strict";
import { test } from "node:test";

import { CancellationSource, NEVER } from "../../../src/daemon/cancellationSource";
import { RpcError } from "../../../src/daemon/rpcError";
import { complete, listModels } from "../../../src/editor_model/completions";
import type {
  CallPart,
  LanguageModel,
  LanguageModels,
  ModelRequest,
  TextPart,
} from "../../../src/editor_model/languageModels";
import type { Cancellation } from "../../../src/disposable";
import type { CompleteParams } from "../../../src/protocol/generated";

type Part = TextPart | CallPart;

const CALL: CallPart = { kind: "call", id: "c1", name: "grep", input: { pattern: "x" } };

function text(said: string): TextPart {
  return { kind: "text", text: said };
}

function model(family: string, parts: readonly Part[], fields: Partial<LanguageModel> = {}): LanguageModel {
  return {
    id: `id-${family}`,
    vendor: "copilot",
    family,
    name: `The ${family}`,
    maxInputTokens: 1_000,
    canSendRequest: true,
    async *send() {
      await Promise.resolve();
      yield* parts;
    },
    count: (said) => Promise.resolve(said.length),
    ...fields,
  };
}

function having(...models: LanguageModel[]): LanguageModels {
  return { all: () => Promise.resolve(models) };
}

function params(fields: Partial<CompleteParams> = {}): CompleteParams {
  return {
    requestId: "r1",
    model: null,
    messages: [{ role: "user", content: "hello" }],
    tools: [],
    options: { toolChoice: "auto", justification: "" },
    ...fields,
  };
}

async function fault(models: LanguageModels, wanted: string | null): Promise<RpcError> {
  const failing = complete(models, params({ model: wanted }), () => undefined, NEVER);
  const error: unknown = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RpcError);
  return error;
}

test("text streams while it comes, and the whole reply follows", async () => {
  const deltas: string[] = [];
  const models = having(model("gpt", [text("Hel"), text(""), text("lo")]));
  const answer = await complete(models, params(), (delta) => deltas.push(`${delta.requestId}:${delta.text}`), NEVER);
  assert.deepEqual(deltas, ["r1:Hel", "r1:", "r1:lo"]);
  assert.deepEqual(answer, {
    text: "Hello",
    toolCalls: [],
    finish: "stop",
    model: "id-gpt",
    usage: { inputTokens: 5, outputTokens: 7 },
  });
});

test("the server hears that the user is asked for the model, and when that is over", async () => {
  const deltas: unknown[] = [];
  const models = having(model("gpt", [text(""), text("Hi")], { canSendRequest: false }));
  await complete(models, params(), (delta) => deltas.push(delta), NEVER);
  assert.deepEqual(deltas, [
    { requestId: "r1", text: "", waitsForUser: true },
    { requestId: "r1", text: "" },
    { requestId: "r1", text: "Hi" },
  ]);
});

test("calls end the reply", async () => {
  const answer = await complete(having(model("gpt", [text("I look."), CALL])), params(), () => undefined, NEVER);
  assert.equal(answer.finish, "tool_calls");
  assert.deepEqual(answer.toolCalls, [{ id: "c1", name: "grep", arguments: '{"pattern":"x"}' }]);
});

test("a call that was not allowed is left out", async () => {
  const options = { toolChoice: "none", justification: "" } as const;
  const answer = await complete(having(model("gpt", [text("done"), CALL])), params({ options }), () => undefined, NEVER);
  assert.deepEqual([answer.finish, answer.toolCalls], ["stop", []]);
});

test("a model that cannot count leaves the usage open", async () => {
  const uncounted = model("gpt", [text("x")], { count: () => Promise.reject(new Error("no")) });
  const answer = await complete(having(uncounted), params(), () => undefined, NEVER);
  assert.equal("usage" in answer, false);
});

test("a model that never comes to the end of counting keeps no reply back", async () => {
  const endless = model("gpt", [text("x")], { count: () => new Promise(() => undefined) });
  const answer = await complete(having(endless), params(), () => undefined, NEVER, 10);
  assert.deepEqual([answer.text, "usage" in answer], ["x", false]);
});

test("a model is chosen by id, family, name, or vendor and family; without a wish the first", async () => {
  const models = having(model("gpt", []), model("claude", []));
  const chosen = async (wanted: string | null) =>
    (await complete(models, params({ model: wanted }), () => undefined, NEVER)).model;
  assert.deepEqual(
    await Promise.all([null, "id-claude", "claude", "The claude", "copilot/claude"].map(chosen)),
    ["id-gpt", "id-claude", "id-claude", "id-claude", "id-claude"],
  );
});

test("a model that is not there is named beside those that are", async () => {
  const error = await fault(having(model("gpt", []), model("claude", [])), "llama");
  assert.match(error.message, /no model 'llama'; it has gpt, claude/);
});

test("an editor without models says what brings some", async () => {
  assert.match((await fault(having(), null)).message, /install an extension that provides one/);
});

test("what fails on the way is told in the words of the protocol", async () => {
  const broken = model("gpt", [], {
    // eslint-disable-next-line require-yield
    async *send() {
      await Promise.resolve();
      throw Object.assign(new Error("no"), { code: "NoPermissions" });
    },
  });
  assert.equal(((await fault(having(broken), null)).data as { code: string }).code, "no_permission");
});

test("the model is sent the request and told when nobody wants the answer", async () => {
  const source = new CancellationSource();
  let seen: [ModelRequest, Cancellation] | undefined;
  const watched = model("gpt", [], {
    async *send(request, cancellation) {
      seen = [request, cancellation];
      await Promise.resolve();
      yield text("x");
    },
  });
  await complete(having(watched), params(), () => undefined, source.token);
  assert.equal(seen?.[0].messages.length, 1);
  source.cancel();
  assert.equal(seen[1].isCancellationRequested, true);
});

test("the models are listed with what the server wants to know of them", async () => {
  const { models } = await listModels(having(model("gpt", [])));
  assert.deepEqual(models, [
    { id: "id-gpt", vendor: "copilot", family: "gpt", name: "The gpt", maxInputTokens: 1_000 },
  ]);
});
