import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { ServerError } from "../../../src/daemon/serverError";
import { Chat } from "../../../src/panel/chat";
import { NO_CHOICES } from "../../../src/panel/choices";
import { NO_DRAFT, type DatedDraft } from "../../../src/panel/draft";
import { until } from "../../until";
import { FakePanelHost, FakeWebview, event } from "./fakePanel";

function opened(context: TestContext, host = new FakePanelHost()) {
  const webview = new FakeWebview();
  const chat = new Chat(webview, host);
  context.after(() => {
    chat.dispose();
  });
  return { host, webview, chat };
}

function submit(prompt: string, more: Record<string, unknown> = {}) {
  return { type: "submit", prompt, interrupt: false, attachments: [], choices: NO_CHOICES, replaces: "", ...more };
}

test("what is shown counts as seen from when the page has loaded until it is hidden", (context) => {
  const webview = new FakeWebview();
  const told: boolean[] = [];
  const chat = new Chat(webview, new FakePanelHost(), () => {
    told.push(chat.isReady);
  });
  context.after(() => {
    chat.dispose();
  });
  chat.open("s.1");
  assert.deepEqual(told, [false]);
  webview.says({ type: "ready", held: [] });
  assert.deepEqual(told, [false, true]);
  webview.hides();
  assert.equal(chat.isReady, false);
});

test("the first message begins a session, and what is sent meanwhile goes on with it", async (context) => {
  const { host, webview, chat } = opened(context);
  webview.says({ type: "ready" });
  assert.equal(webview.ofType("conversation")[0]?.state.sessionId, "");
  webview.says(submit("fix it", { choices: { ...NO_CHOICES, mode: "plan" } }));
  webview.says(submit("and the tests"));
  await until("both", () => host.done.length === 2);
  assert.deepEqual(host.done, [
    ["begin", undefined, "fix it"],
    ["say", "and the tests", false],
  ]);
  assert.equal(host.begun[0]?.choices.mode, "plan");
  assert.equal(chat.sessionId, "new1");
  assert.equal(webview.ofType("conversation").at(-1)?.state.sessionId, "new1");
});

test("a message goes to the session in which it was written, though another one is opened meanwhile", async (context) => {
  const { host, webview, chat } = opened(context);
  webview.says({ type: "ready" });
  chat.open("s.1");
  webview.says(submit("go on"));
  chat.open("t.1");
  await until("the message", () => host.said.size === 1);
  assert.deepEqual([...host.said.values()].map(({ runId, text }) => [runId, text]), [["s.1", "go on"]]);
  assert.deepEqual(webview.ofType("state"), []);
});

test("what is sent behind an edited message goes on with the fork", async (context) => {
  const { host, webview, chat } = opened(context);
  webview.says({ type: "ready" });
  chat.open("s.1");
  host.forked = "f";
  webview.says(submit("do it better", { replaces: "s.1" }));
  webview.says(submit("and the tests"));
  await until("the message", () => host.said.size === 1);
  assert.deepEqual([...host.said.values()].map(({ runId, text }) => [runId, text]), [["f.1", "and the tests"]]);
  assert.equal(chat.sessionId, "f");
});

test("a message that is sent before the past is read goes out behind it", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [event(1, "run.started", { task: "Fix it." }), event(2, "run.finished")]);
  const { webview, chat } = opened(context, host);
  webview.says({ type: "ready" });
  chat.open("s.1");
  webview.says(submit("go on"));
  await until("the run", () => host.begun.length === 1);
  // The run is over, so that it hears nothing.
  assert.deepEqual(host.done, [["begin", "s", "go on"]]);
});

test("what is attached goes along, with what the terminal has printed where it is named", async (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready" });
  const attachments = [{ kind: "file", name: "a.py", uri: "file:///a.py" }, { kind: "virus", name: "b" }];
  webview.says(submit("read @terminal and a.py", { attachments }));
  await until("the run", () => host.begun.length === 1);
  assert.deepEqual(
    host.begun[0]?.attachments.map(({ name }) => name),
    ["a.py", "make"],
  );
});

test("an image stays with the extension, which knows it until it is sent", async (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready", held: ["of-another-window"] });
  assert.deepEqual(webview.ofType("detach"), [{ type: "detach", held: ["of-another-window"] }]);
  const image = { kind: "image", name: "shot.png", mediaType: "image/png", data: "AAAABBBB" };
  webview.says({ type: "images", images: [image, { kind: "file", name: "a.py" }] });
  const [attached] = webview.ofType("attach")[0]?.attachments ?? [];
  const { held = "", ...rest } = attached ?? { name: "" };
  assert.deepEqual(rest, { kind: "image", name: "shot.png", mediaType: "image/png", bytes: 6 });
  webview.hides();
  webview.says({ type: "ready", held: [held] });
  assert.equal(webview.ofType("detach").length, 1);
  webview.says(submit("look", { attachments: [attached] }));
  await until("the run", () => host.begun.length === 1);
  assert.deepEqual(host.begun[0]?.attachments, [image]);
  webview.says(submit("again", { attachments: [attached] }));
  await until("the words", () => webview.ofType("promptRejected").length === 1);
  assert.equal(webview.ofType("notification").at(-1)?.text, "shot.png is not attached any more. Attach it again.");
});

/** What the page keeps of that text. */
function written(draft: string, at: number, more: Partial<DatedDraft> = {}): DatedDraft {
  return { ...NO_DRAFT, draft, at, ...more };
}

const inputs = (webview: FakeWebview) => webview.ofType("input").map(({ sessionId, draft }) => [sessionId, draft?.draft]);

test("what is half written stays with its session, and outlives a page that is lost, once", (context) => {
  const { host, webview, chat } = opened(context);
  webview.says({ type: "ready", held: [] });
  webview.says({ type: "draft", sessionId: "", draft: written("something new", 1) });
  chat.open("s.1");
  webview.says({ type: "draft", sessionId: "s", draft: written("half a tho", 2) });
  chat.open(undefined);
  chat.open("s.1");
  assert.deepEqual(inputs(webview), [["s", ""], ["", "something new"], ["s", "half a tho"]]);
  // Of the same session it is written in two chats at most where the user does so.
  const other = new FakeWebview();
  const beside = new Chat(other, host);
  beside.open("s.1");
  other.says({ type: "ready", held: [] });
  assert.deepEqual(inputs(other), [["s", ""]]);
  beside.dispose();
  chat.dispose();

  const after = new FakePanelHost(host.memento);
  const page = opened(context, after);
  page.chat.open("s.1");
  page.webview.says({ type: "ready", held: [] });
  assert.deepEqual(inputs(page.webview), [["s", "half a tho"]]);
  // Sent, which the page has not kept when it is lost again.
  page.webview.says({ type: "draft", sessionId: "s", draft: written("", 3) });
  page.webview.says({ type: "ready", sessionId: "s", at: 2, held: [] });
  assert.deepEqual(inputs(page.webview).at(-1), ["s", ""]);
  page.webview.says({ type: "ready", sessionId: "s", at: 4, held: [] });
  assert.equal(inputs(page.webview).length, 2);
});

test("what is written while a session begins goes on with it", async (context) => {
  const { host, webview, chat } = opened(context);
  webview.says({ type: "ready", held: [] });
  webview.says(submit("fix it"));
  webview.says({ type: "draft", sessionId: "", draft: written("and then", 1) });
  await until("the session", () => chat.sessionId === "new1");
  assert.deepEqual(inputs(webview), [["new1", undefined]]);
  assert.equal(host.drafts.take("", {}), undefined);
  chat.dispose();
  assert.equal(host.drafts.take("new1", {})?.draft, "and then");
});

test("an attachment that is too large for the disk, or an image, is told to be gone after a reload alone", (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready", held: [] });
  const attachments = [{ kind: "text", name: "log", text: "x".repeat(100_001) }, { kind: "text", name: "note", text: "y" }] as const;
  webview.says({ type: "draft", sessionId: "", draft: written("see log", 1, { attachments }) });
  webview.says({ type: "ready", held: [] });
  assert.deepEqual(webview.ofType("input").at(-1)?.draft?.attachments, attachments);
  const { webview: later } = opened(context, new FakePanelHost(host.memento));
  later.says({ type: "ready", held: [] });
  assert.deepEqual(later.ofType("input").at(-1)?.draft?.attachments, [{ kind: "text", name: "log", held: "too large" }, attachments[1]]);
  assert.deepEqual(later.ofType("detach"), [{ type: "detach", held: ["too large"] }]);
});

test("what is attached before the page is there comes when it is", (context) => {
  const { webview, chat } = opened(context);
  chat.attach([{ kind: "file", name: "a.py" }]);
  chat.tell({ type: "focus" });
  assert.deepEqual(webview.posted, []);
  webview.says({ type: "ready" });
  assert.deepEqual(webview.posted.map(({ type }) => type), ["conversation", "chat", "attach", "focus"]);
});

test("an error of a button, and one told from elsewhere, is a message with its remedy", async (context) => {
  const { host, webview, chat } = opened(context);
  chat.tellError(new ServerError("no_server", "not installed", false, { kind: "installServer", setting: "" }));
  webview.says({ type: "ready" });
  assert.deepEqual(webview.ofType("notification").at(-1)?.remedy, { kind: "installServer", setting: "" });
  host.error = new Error("it still works");
  webview.says({ type: "remedy", runId: "", remedy: { kind: "retry", setting: "" } });
  await until("the error", () => webview.ofType("notification").at(-1)?.text === "it still works");
});

test("a button of the last notice does what it says, one of an earlier notice nothing", async (context) => {
  const { webview, chat } = opened(context);
  const pressed: string[] = [];
  const named = (label: string) => ({ label, act: () => Promise.resolve(pressed.push(label)) });
  webview.says({ type: "ready" });
  chat.notify("quiet", "Restored 1 file.", [named("Go Forward Again")]);
  chat.notify("warning", "Stopped.", [named("Show Output")]);
  const [first, last] = webview.ofType("notification").map(({ buttons }) => buttons);
  assert.deepEqual(last?.labels, ["Show Output"]);
  webview.says({ type: "press", number: first?.number, label: "Go Forward Again" });
  webview.says({ type: "press", number: last.number, label: "Show Output" });
  await until("the output", () => pressed.length > 0);
  assert.deepEqual(pressed, ["Show Output"]);
});

test("an edited message goes on from what was before it, in a session of its own", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [event(1, "run.started", { task: "Fix it." })]);
  const { webview, chat } = opened(context, host);
  chat.open("s.1");
  webview.says({ type: "ready" });
  host.forked = undefined;
  webview.says(submit("Fix it well.", { replaces: "s.1" }));
  await until("the words", () => webview.ofType("promptRejected").length === 1);
  assert.deepEqual(host.done, [["forkBefore", "s.1"]]);
  assert.equal(webview.ofType("promptRejected")[0]?.replaces, "s.1");
  host.forked = "f";
  webview.says(submit("Fix it well.", { replaces: "s.1" }));
  await until("the fork", () => chat.sessionId === "f");
  assert.deepEqual(host.done.at(-1), ["begin", "f", "Fix it well."]);
});

test("the page is told what an @ may stand for, and which model was chosen", async (context) => {
  const { webview } = opened(context);
  webview.says({ type: "ready" });
  webview.says({ type: "mentions", number: 3, text: "see @a" });
  webview.says({ type: "pickModel" });
  await until("the model", () => webview.ofType("model").length === 1);
  const [mentions] = webview.ofType("mentions");
  assert.equal(mentions?.number, 3);
  assert.deepEqual(mentions.found.from, 4);
});

test("a plan is carried out by the agent and in the mode that are chosen", async (context) => {
  const { host, webview, chat } = opened(context);
  webview.says({ type: "ready" });
  chat.open("s.1");
  host.isWorking = false;
  const chosen = { ...NO_CHOICES, model: "a/b", mode: "ask" };
  webview.says({ type: "carryOut", runId: "s.1", choices: { ...chosen, agent: "writer" } });
  webview.says({ type: "carryOut", runId: "s.1", choices: { ...chosen, mode: "plan", agent: "plan" } });
  await until("both", () => host.begun.length === 2);
  assert.deepEqual(host.begun.map(({ choices }) => choices), [
    { ...chosen, agent: "writer" },
    { ...chosen, mode: "", agent: "build" },
  ]);
});
