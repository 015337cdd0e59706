import assert from "node:assert/strict";
import { test } from "node:test";
import type * as vscode from "vscode";

import { editor, registered } from "./support/fakeVscode";
import { offerInEditorChat } from "../../src/editorChat/editorChat.editor";
import { CancellationSource } from "../../src/daemon/cancellationSource";
import { ServerError } from "../../src/daemon/serverError";
import { settled } from "./support/manualTimer";
import { testServices, type TestServices } from "./support/testServices";
import { RUN, event, runInfo } from "./support/values";

const STARTED = { runId: RUN, state: "running" as const, position: 0, title: "make it faster" };
const SESSION = runInfo().sessionId;

/** What was streamed, in order. */
function fakeStream(): { readonly told: unknown[][]; readonly stream: vscode.ChatResponseStream } {
  const told: unknown[][] = [];
  const stream = {
    progress: (text: string) => told.push(["progress", text]),
    markdown: (text: { value: string }) => told.push(["markdown", text.value]),
    button: ({ title }: vscode.Command) => told.push(["button", title]),
    reference: (uri: { path: string }) => told.push(["reference", uri.path]),
  };
  return { told, stream: stream as unknown as vscode.ChatResponseStream };
}

function ask(
  stream: vscode.ChatResponseStream,
  source: CancellationSource,
  history: readonly object[] = [],
): Promise<vscode.ChatResult> {
  const request = { prompt: "make it faster", references: [] } as unknown as vscode.ChatRequest;
  const context = { history } as unknown as vscode.ChatContext;
  const token = source.token as unknown as vscode.CancellationToken;
  return Promise.resolve(registered.participant?.(request, context, stream, token)).then((result) => result ?? {});
}

function services(): TestServices {
  return testServices({ "architect.run": () => STARTED, "architect.cancel": () => ({ runId: RUN, state: "cancelling" }) });
}

test("@architect tells what it does, what it said and what it changed, and goes on in its session", async () => {
  const all = services();
  offerInEditorChat(all);
  const { told, stream } = fakeStream();
  const answer = ask(stream, new CancellationSource(), [{ prompt: "before" }, { result: { metadata: { sessionId: SESSION } } }]);
  await settled();
  all.runs.update(runInfo({ state: "done", outcome: "completed", output: "It is fast.", filesChanged: ["a.py"] }));
  assert.deepEqual(await answer, { metadata: { sessionId: SESSION } });
  assert.deepEqual(all.server.of("architect.run"), [{ prompt: "make it faster", session: SESSION }]);
  assert.deepEqual(told.filter(([kind]) => kind !== "progress"), [
    ["markdown", "It is fast."],
    ["markdown", "\n\ndone · 1 file"],
    ["button", "Open Run"],
    ["reference", "/home/u/a.py"],
    ["button", "Show Changes"],
  ]);
  assert.ok(told.some(([kind]) => kind === "progress"));
});

test("names in what it does are no Markdown", async () => {
  const all = services();
  offerInEditorChat(all);
  const { told, stream } = fakeStream();
  const answer = ask(stream, new CancellationSource());
  await settled();
  all.runs.apply(event(1_000, { type: "step.started", step: 1 }));
  all.runs.apply(event(1_001, { type: "tool.decided", callId: "c1", name: "read_file", summary: "![x](http://a/)", allowed: true, by: "policy" }));
  all.runs.update(runInfo({ state: "done", outcome: "completed", seq: 2_000 }));
  await answer;
  assert.deepEqual(told.filter(([kind]) => kind === "progress").at(-1), ["progress", "step 1: read\\_file \\!\\[x\\]\\(http://a/\\)"]);
});

test("cancelling the answer cancels the run", async () => {
  const all = services();
  offerInEditorChat(all);
  const source = new CancellationSource();
  const answer = ask(fakeStream().stream, source);
  await settled();
  source.cancel();
  assert.deepEqual(all.server.of("architect.cancel"), [{ runId: RUN, reason: "cancelled in the chat of the editor" }]);
  all.runs.update(runInfo({ state: "done", outcome: "cancelled" }));
  await answer;
});

test("what keeps a run from starting is told with the buttons that help", async () => {
  const all = testServices({
    "architect.run": () => {
      throw new ServerError("not_configured", "no key is stored", false, { kind: "enterKey", setting: "" });
    },
  });
  offerInEditorChat(all);
  const { told, stream } = fakeStream();
  assert.deepEqual(await ask(stream, new CancellationSource()), { errorDetails: { message: "No key is stored" } });
  assert.deepEqual(told, [["button", "Enter API Key..."], ["button", "Select Model..."], ["button", "Show Output"]]);
});

test("the tool for models asks first, runs the task and names what changed", async () => {
  const all = services();
  offerInEditorChat(all);
  const tool = registered.tools.get("architect_run_task");
  const token = new CancellationSource().token as unknown as vscode.CancellationToken;
  const input = { task: "make it faster" };
  const prepared = await tool?.prepareInvocation?.({ input }, token);
  assert.equal((prepared?.confirmationMessages?.message as { value: string } | undefined)?.value, "make it faster");
  const answer = tool?.invoke({ input, toolInvocationToken: undefined }, token);
  await settled();
  all.runs.update(runInfo({ state: "done", outcome: "completed", output: "It is fast.", filesChanged: ["a.py"] }));
  const [part] = (await answer)?.content ?? [];
  assert.equal((part as { value: string }).value, "It is fast.\n\ndone · 1 file\nChanged: a.py");
});

test("a VS Code without chat is offered nothing, and nothing fails", () => {
  const { chat, lm } = editor;
  Object.assign(editor, { chat: undefined, lm: {} });
  registered.tools.clear();
  offerInEditorChat(services()).dispose();
  Object.assign(editor, { chat: {}, lm: undefined });
  offerInEditorChat(services()).dispose();
  Object.assign(editor, { chat, lm });
  assert.equal(registered.tools.size, 0);
});
