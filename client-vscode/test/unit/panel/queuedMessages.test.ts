import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { until } from "../../until";
import { type FakePanelHost, type FakeWebview, event } from "./fakePanel";
import { opened, started, submit, type Scene } from "./openedChat";

/** A panel whose run works, and has been told "and the tests". */
async function queued(context: TestContext): Promise<Scene & { readonly messageId: string }> {
  const scene = opened(context);
  const { host, webview } = scene;
  webview.says({ type: "ready" });
  await until("a beginning", () => webview.posted.length > 0);
  webview.says(submit("and the tests"));
  await until("the message", () => host.said.size === 1);
  const [messageId = ""] = host.said.keys();
  assert.deepEqual(waiting(webview), ["and the tests"]);
  return { ...scene, messageId };
}

function waiting(webview: FakeWebview): readonly string[] {
  const told = webview.posted.flatMap((each) => (each.type === "state" || each.type === "conversation" ? [each.state] : []));
  return told.at(-1)?.queued.map(({ text }) => text) ?? [];
}

function returned(webview: FakeWebview): readonly string[] {
  return webview.ofType("promptRejected").map(({ prompt }) => prompt);
}

/** Answers of `architect.say` come when what it gives is called. */
function holdsSay(host: FakePanelHost): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  host.answers = () => held;
  return () => {
    release();
  };
}

test("a message waits until the model has read it", async (context) => {
  const { host, webview, messageId } = await queued(context);
  host.emits(event(9000, "user.said", { messageId, text: "and the tests" }));
  assert.deepEqual(waiting(webview), []);
  host.emits(event(9001, "run.state", { state: "done" }));
  assert.deepEqual(returned(webview), []);
});

test("a message that no model will read is given back at the end of the run", async (context) => {
  const { host, webview } = await queued(context);
  host.emits(event(9001, "run.state", { state: "done" }));
  assert.deepEqual(waiting(webview), []);
  assert.deepEqual(returned(webview), ["and the tests"]);
});

test("a message that is refused behind the end of its run begins the next one, and is not in the input", async (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready" });
  await until("a beginning", () => webview.posted.length > 0);
  host.isWorking = false;
  const answered = holdsSay(host);
  webview.says(submit("and the tests"));
  await until("the message", () => host.done.length === 1);
  host.emits(event(9001, "run.state", { state: "done" }));
  answered();
  await until("the next run", () => host.done.length === 2);
  assert.deepEqual(host.done.at(-1), ["begin", "s", "and the tests"]);
  assert.deepEqual(returned(webview), []);
});

test("a message that was taken is given back once, if the run ends before the answer is here", async (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready" });
  await until("a beginning", () => webview.posted.length > 0);
  const answered = holdsSay(host);
  webview.says(submit("and the tests"));
  await until("the message", () => host.said.size === 1);
  host.emits(event(9001, "run.state", { state: "done" }));
  assert.deepEqual(returned(webview), []);
  answered();
  await until("the words", () => returned(webview).length === 1);
  assert.deepEqual(waiting(webview), []);
});

test("a message to a run that ended with its server is given back", async (context) => {
  const { host, webview } = await queued(context);
  host.recorded.set("s.1", [started()]);
  host.info = (runId) => Promise.resolve({ runId, state: "done" });
  host.restarts();
  await until("the words", () => returned(webview).length === 1);
  assert.deepEqual(waiting(webview), []);
});

test("a message can be edited or sent at once as long as it waits", async (context) => {
  const { host, webview, messageId } = await queued(context);
  webview.says({ type: "hurry", runId: "s.1", messageId });
  await until("the second one", () => host.done.length === 2);
  assert.deepEqual(host.done.at(-1), ["say", "and the tests", true]);
  const [second = ""] = host.said.keys();
  webview.says({ type: "withdraw", runId: "s.1", messageId: second });
  await until("the words", () => returned(webview).length === 1);
  assert.deepEqual(waiting(webview), []);
});

test("words for a run that is over by now begin the next one", async (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready" });
  await until("a beginning", () => webview.posted.length > 0);
  host.isWorking = false;
  webview.says(submit("and the tests"));
  await until("the next run", () => host.done.length === 2);
  assert.deepEqual(host.done.at(-1), ["begin", "s", "and the tests"]);
  assert.deepEqual(waiting(webview), []);
});

test("a message that nobody will read is given back to a webview that comes later", async (context) => {
  const { host, webview } = await queued(context);
  webview.hides();
  host.emits(event(9001, "run.state", { state: "done" }));
  assert.deepEqual(returned(webview), []);
  webview.says({ type: "ready" });
  assert.deepEqual(returned(webview), ["and the tests"]);
  webview.says({ type: "ready" });
  assert.deepEqual(returned(webview), ["and the tests"]);
});

test("a message waits while another session is shown, and is given back when its own is shown again", async (context) => {
  const { host, webview, chat } = await queued(context);
  chat.open("other.1");
  assert.deepEqual(waiting(webview), []);
  chat.open("s.1");
  assert.deepEqual(waiting(webview), ["and the tests"]);
  chat.open("other.1");
  const { title } = webview;
  host.emits(event(9000, "run.started", { task: "Fix it." }));
  host.emits(event(9001, "run.state", { state: "done" }));
  assert.deepEqual([returned(webview), webview.title], [[], title]);
  chat.open("s.1");
  assert.deepEqual([returned(webview), waiting(webview)], [["and the tests"], []]);
});
