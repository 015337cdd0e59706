import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import type { Attachment } from "../../../src/panel/attachment";
import { NO_CHOICES } from "../../../src/panel/choices";
import { KeptMessages } from "../../../src/panel/keptMessages";
import { goesOn } from "../../../src/panel/messageQueue";
import type { QueuedMessage } from "../../../src/panel/messages";
import { until } from "../../until";
import { memento } from "../support/testServices";
import { FakePanelHost, type FakeWebview, event } from "./fakePanel";
import { opened, started, submit, type Scene } from "./openedChat";

/** A panel whose run works. */
async function working(context: TestContext): Promise<Scene> {
  const scene = opened(context);
  scene.webview.says({ type: "ready" });
  await until("a beginning", () => scene.webview.posted.length > 0);
  return scene;
}

/** One whose run has been told "and the tests". */
async function queued(context: TestContext): Promise<Scene & { readonly messageId: string }> {
  const scene = await working(context);
  const { host, webview } = scene;
  webview.says(submit("and the tests"));
  await until("the message", () => host.said.size === 1);
  const [messageId = ""] = host.said.keys();
  assert.deepEqual(waiting(webview), ["heard: and the tests"]);
  return { ...scene, messageId };
}

function queueOf(webview: FakeWebview): readonly QueuedMessage[] {
  const told = webview.posted.flatMap((each) => (each.type === "state" || each.type === "conversation" ? [each.state] : []));
  return told.at(-1)?.queued ?? [];
}

function waiting(webview: FakeWebview): readonly string[] {
  return queueOf(webview).map(({ stage, text }) => `${stage}: ${text}`);
}

function ends(host: FakePanelHost, outcome: string): void {
  host.emits(event(9001, "run.state", { state: "done", outcome }));
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

test("what goes on by itself when a run has ended", () => {
  const all = ["completed", "blocked", "failed", "limit", "interrupted", "cancelled", ""];
  assert.deepEqual(all.filter((outcome) => goesOn("heard", outcome)), ["completed"]);
  // Said behind the stop.
  assert.deepEqual(all.filter((outcome) => goesOn("held", outcome)), ["completed", "cancelled"]);
});

test("a message waits until the model has read it", async (context) => {
  const { host, webview, messageId } = await queued(context);
  host.emits(event(9000, "user.said", { messageId, text: "and the tests" }));
  assert.deepEqual(waiting(webview), []);
  ends(host, "completed");
  assert.deepEqual([host.begun, returned(webview)], [[], []]);
});

test("messages that no model has read begin the next run together, behind one that completed", async (context) => {
  const { host, webview } = await queued(context);
  webview.says({ ...submit("and the docs"), choices: { ...NO_CHOICES, mode: "ask" } });
  await until("the second one", () => host.said.size === 2);
  ends(host, "completed");
  assert.deepEqual(waiting(webview), ["going: and the tests", "going: and the docs"]);
  await until("the run", () => host.begun.length === 1);
  assert.deepEqual(host.done.at(-1), ["begin", "s", "and the tests\n\nand the docs"]);
  assert.equal(host.begun[0]?.choices.mode, "ask");
  await until("an empty queue", () => waiting(webview).length === 0);
});

test("behind a run that did not complete a message is not sent, until the user sends it", async (context) => {
  const { host, webview, messageId } = await queued(context);
  ends(host, "failed");
  assert.deepEqual([waiting(webview), host.begun], [["unsent: and the tests"], []]);
  webview.says({ type: "hurry", runId: "s.1", messageId });
  await until("the run", () => host.begun.length === 1);
  assert.deepEqual([host.done.at(-1), waiting(webview)], [["begin", "s", "and the tests"], []]);
});

test("a message that was not sent can be edited or removed", async (context) => {
  const { host, webview, messageId } = await queued(context);
  webview.says(submit("and the docs"));
  await until("the second one", () => host.said.size === 2);
  ends(host, "cancelled");
  webview.says({ type: "discard", runId: "s.1", messageId });
  await until("the other", () => waiting(webview).length === 1);
  webview.says({ type: "withdraw", runId: "s.1", messageId: queueOf(webview)[0]?.messageId });
  await until("the words", () => returned(webview).length === 1);
  assert.deepEqual([returned(webview), waiting(webview)], [["and the docs"], []]);
});

test("a message that is said behind a stop begins the next run, as soon as this one has ended", async (context) => {
  const { host, webview } = await working(context);
  host.isWorking = false;
  host.info = (runId) => Promise.resolve({ runId, state: "cancelling" });
  webview.says(submit("do it otherwise"));
  await until("the message", () => waiting(webview)[0] === "held: do it otherwise");
  assert.deepEqual(host.begun, []);
  ends(host, "cancelled");
  await until("the next run", () => host.begun.length === 1);
  assert.deepEqual(host.done.at(-1), ["begin", "s", "do it otherwise"]);
  assert.deepEqual(returned(webview), []);
});

test("a message that cannot go on is kept, and why is told", async (context) => {
  const { host, webview } = await queued(context);
  host.error = new Error("There is no model.");
  ends(host, "completed");
  await until("the reason", () => webview.ofType("notification").length === 1);
  assert.equal(webview.ofType("notification")[0]?.text, "There is no model.");
  assert.deepEqual(waiting(webview), ["unsent: and the tests"]);
});

test("what is said to a run that has told nothing yet is heard by it", async (context) => {
  const { host, webview } = await working(context);
  ends(host, "completed");
  host.nextNumber = 2;
  webview.says(submit("the docs"));
  webview.says(submit("and the tests"));
  await until("both", () => host.done.length === 2);
  assert.deepEqual(host.done, [["begin", "s", "the docs"], ["say", "and the tests", false]]);
  assert.deepEqual([...host.said.values()].map(({ runId }) => runId), ["s.2"]);
});

test("a message that is refused behind the end of its run begins the next one, and is not in the input", async (context) => {
  const { host, webview } = await working(context);
  host.isWorking = false;
  const answered = holdsSay(host);
  webview.says(submit("and the tests"));
  await until("the message", () => host.done.length === 1);
  ends(host, "failed");
  answered();
  await until("the next run", () => host.done.length === 2);
  assert.deepEqual(host.done.at(-1), ["begin", "s", "and the tests"]);
  assert.deepEqual(returned(webview), []);
});

test("a message that was taken is not sent, if the run ends before the answer is here", async (context) => {
  const { host, webview } = await working(context);
  const answered = holdsSay(host);
  webview.says(submit("and the tests"));
  await until("the message", () => host.said.size === 1);
  ends(host, "failed");
  answered();
  await until("the words", () => waiting(webview)[0] === "unsent: and the tests");
  assert.deepEqual(host.begun, []);
});

test("a message to a run that ended with its server is not sent", async (context) => {
  const { host, webview } = await queued(context);
  host.recorded.set("s.1", [started()]);
  host.info = (runId) => Promise.resolve({ runId, state: "done" });
  host.restarts();
  await until("the end", () => waiting(webview)[0] === "unsent: and the tests");
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
  const { host, webview } = await working(context);
  host.isWorking = false;
  webview.says(submit("and the tests"));
  await until("the next run", () => host.done.length === 2);
  assert.deepEqual(host.done.at(-1), ["begin", "s", "and the tests"]);
  assert.deepEqual(waiting(webview), []);
});

test("a message that was not sent is there for a webview that comes later", async (context) => {
  const { host, webview } = await queued(context);
  webview.hides();
  ends(host, "failed");
  assert.deepEqual(waiting(webview), ["heard: and the tests"]);
  webview.says({ type: "ready" });
  assert.deepEqual(waiting(webview), ["unsent: and the tests"]);
});

test("a message waits while another session is shown, and is there when its own is shown again", async (context) => {
  const { host, webview, chat } = await queued(context);
  chat.open("other.1");
  assert.deepEqual(waiting(webview), []);
  chat.open("s.1");
  assert.deepEqual(waiting(webview), ["heard: and the tests"]);
  chat.open("other.1");
  const { title } = webview;
  host.emits(event(9000, "run.started", { task: "Fix it." }));
  ends(host, "failed");
  assert.deepEqual([waiting(webview), webview.title], [[], title]);
  chat.open("s.1");
  assert.deepEqual(waiting(webview), ["unsent: and the tests"]);
});

/** The same chat after a reload of the window, in which all but what is kept is new. */
async function reloaded(context: TestContext, before: FakePanelHost, recorded: FakePanelHost["recorded"]): Promise<Scene> {
  const host = new FakePanelHost();
  before.waiting.of("s").forEach((_, at, all) => void host.waiting.keep("s", all.slice(0, at + 1)));
  recorded.forEach((events, runId) => host.recorded.set(runId, events));
  const scene = opened(context, host);
  scene.webview.says({ type: "ready" });
  await until("a beginning", () => scene.webview.posted.length > 0);
  return scene;
}

test("a message that was not sent is there after a reload of the window, and is sent by the user alone", async (context) => {
  const before = await queued(context);
  ends(before.host, "failed");
  const { host, webview } = await reloaded(context, before.host, new Map([["s.1", [started()]]]));
  await until("the message", () => waiting(webview)[0] === "unsent: and the tests");
  ends(host, "completed");
  assert.deepEqual([waiting(webview), host.begun], [["unsent: and the tests"], []]);
  webview.says({ type: "hurry", runId: "s.1", messageId: before.messageId });
  await until("the run", () => host.begun.length === 1);
  await until("an empty queue", () => waiting(webview).length === 0);
  assert.deepEqual(host.waiting.of("s"), []);
});

test("a message that a run has waits on over a reload of the window, and is not sent twice", async (context) => {
  const before = await queued(context);
  const { host, webview } = await reloaded(context, before.host, new Map([["s.1", [started()]]]));
  await until("the past", () => webview.ofType("events").length > 0);
  assert.deepEqual(waiting(webview), ["heard: and the tests"]);
  host.emits(event(9000, "user.said", { messageId: before.messageId, text: "and the tests" }));
  assert.deepEqual([waiting(webview), host.waiting.of("s")], [[], []]);
});

test("a message for a run that nobody knows any more was not sent", async (context) => {
  const before = await queued(context);
  const { webview } = await reloaded(context, before.host, new Map());
  await until("the message", () => waiting(webview)[0] === "unsent: and the tests");
});

test("what is kept is bounded, and names the attachments that are too large for it", async () => {
  const kept = new KeptMessages(memento());
  const attachments: readonly Attachment[] = [
    { kind: "text", name: "small", text: "a" },
    { kind: "image", name: "large.png", mediaType: "image/png", data: "A".repeat(200_000) },
  ];
  const one = { messageId: "m", runId: "s.1", text: "t", stage: "unsent", choices: NO_CHOICES, missing: [] } as const;
  for (let session = 0; session < 30; session += 1) {
    await kept.keep(`s${String(session)}`, Array.from({ length: 30 }, () => ({ ...one, attachments })));
  }
  assert.deepEqual([kept.of("s0"), kept.of("s29").length], [[], 20]);
  assert.deepEqual(kept.of("s29")[0], { ...one, attachments: [attachments[0]], missing: ["large.png"] });
});
