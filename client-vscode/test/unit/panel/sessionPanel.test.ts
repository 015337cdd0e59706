import assert from "node:assert/strict";
import { test } from "node:test";

import { until } from "../../until";
import { FakePanelHost, event } from "./fakePanel";
import { opened, started, submit } from "./openedChat";

test("a webview that is ready gets the past, and then what happens", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started(), event(2000, "step.started")]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the past", () => webview.seqs().length === 2);
  host.emits(event(3000, "step.started"));
  host.emits(event(9000, "step.started", {}, "other.1"));
  await until("what happens", () => webview.seqs().length === 3);
  assert.deepEqual(webview.seqs(), [1000, 2000, 3000]);
  assert.deepEqual(webview.ofType("conversation")[0], {
    type: "conversation",
    state: { sessionId: "s", isConnected: true, blockedReason: "", budgetUsd: 2, queuedBehind: "", queued: [] },
  });
  assert.equal(webview.title, "Fix it.");
  assert.deepEqual(webview.ofType("runs").flatMap((each) => each.runs.map((run) => run["runId"])), ["s.1"]);
});

test("what of the last run waits for a decision is told, and what a queued one waits for", async (context) => {
  const host = new FakePanelHost();
  host.pending = { hunks: 2, conflicts: 0, areProposed: false };
  host.recorded.set("s.1", [started()]);
  host.recorded.set("s.2", [event(1, "run.started", { task: "undo hunks of s.1", agent: "undo" }, "s.2")]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the changes", () => webview.ofType("changes").length > 0);
  assert.deepEqual(webview.ofType("changes").at(-1)?.changes, { runId: "s.1", hunks: 2, conflicts: 0, areProposed: false });
  host.queues("“another” is waiting for confirmation");
  assert.equal(webview.ofType("state").at(-1)?.state.queuedBehind, "“another” is waiting for confirmation");
});

test("what happens while the past is read comes behind it, once", async (context) => {
  const host = new FakePanelHost();
  const all = [started(), ...Array.from({ length: 1_200 }, (_, at) => event(2_000 + at, "step.started"))];
  host.recorded.set("s.1", all);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  host.emits(event(2_100, "step.started"));
  host.emits(event(3_200, "step.started"));
  await until("everything", () => webview.seqs().length >= all.length + 1);
  assert.deepEqual(webview.seqs(), [...all.map((each) => each.seq), 3_200]);
});

test("all runs of the session are read", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started(1000, "one", "s.1")]);
  host.recorded.set("s.2", [started(1000, "two", "s.2")]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("both", () => webview.ofType("events").flatMap((each) => each.events).length === 2);
  assert.equal(webview.title, "one");
});

test("a run of which nothing is recorded keeps the ones behind it from nobody", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.3", [started(1000, "three", "s.3")]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the third", () => webview.seqs().length === 1);
});

test("nothing is posted to a webview that is not ready", (context) => {
  const { host, webview } = opened(context);
  host.changes({ blockedReason: "not now" });
  assert.deepEqual(webview.posted, []);
});

test("an undo is a run of its own, which is read", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started()]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the past", () => webview.seqs().length === 1);
  host.recorded.set("s.2", [started(1000, "undo s.1", "s.2")]);
  host.hunksChanged();
  await until("the undo", () => webview.seqs().length === 2);
  assert.equal(webview.title, "Fix it.");
});

test("a webview that was hidden gets everything again, and nothing in between", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started()]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the past", () => webview.seqs().length === 1);
  webview.hides();
  const before = webview.posted.length;
  host.emits(event(2000, "step.started"));
  host.changes({ blockedReason: "not now" });
  assert.equal(webview.posted.length, before);
  webview.says({ type: "ready" });
  await until("all of it", () => webview.seqs().length === 3);
  assert.deepEqual(webview.seqs(), [1000, 1000, 2000]);
  assert.equal(webview.ofType("conversation").at(-1)?.state.blockedReason, "not now");
});

test("what happened while the server was away is read when it is back", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started()]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the past", () => webview.seqs().length === 1);
  host.recorded.get("s.1")?.push(event(2000, "run.finished"));
  host.restarts();
  await until("the end", () => webview.seqs().length === 2);
});

test("until it is known what became of a run whose server left, the connection is called lost", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started()]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the past", () => webview.ofType("runs").some(({ runs }) => runs.length > 0));
  const before = webview.posted.length;
  host.changes({ isConnected: false });
  host.recorded.get("s.1")?.push(event(2000, "run.finished"));
  host.changes({ isConnected: true });
  host.restarts();
  const told = () => webview.posted.slice(before).map((each) => (each.type === "state" ? each.state.isConnected : each.type));
  await until("the connection", () => told().includes(true));
  assert.deepEqual(told(), [false, false, "events", "runs", true]);
});

test("why the past cannot be read is told to a webview that comes later, until it can", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started()]);
  host.error = new Error("There is no server.");
  const { webview } = opened(context, host);
  await new Promise((resolve) => setImmediate(resolve));
  webview.says({ type: "ready" });
  assert.match(webview.ofType("notification")[0]?.text ?? "", /Unable to read this session: There is no server\./);
  host.error = undefined;
  host.restarts();
  await until("the past", () => webview.seqs().length === 1);
  webview.says({ type: "ready" });
  assert.equal(webview.ofType("notification").length, 1);
});

test("pieces of a reply come together", async (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready" });
  await until("a beginning", () => webview.posted.length > 0);
  host.emits(started());
  for (const text of ["a", "b", "c"]) {
    host.emits(event(1000, "model.delta", { text }));
  }
  await until("the reply", () => webview.seqs().length > 0);
  const deltas = webview.ofType("events").flatMap((each) => each.events).filter((each) => each.type === "model.delta");
  assert.deepEqual(deltas.map((each) => each["text"]), ["abc"]);
});

test("what the webview asks for is done", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started(), event(2000, "file.changed", { path: "a.py" })]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the past", () => webview.seqs().length === 2);
  webview.says({ type: "cancel", runId: "s.1" });
  webview.says({ type: "undo", runId: "s.1" });
  webview.says({ type: "restore", runId: "s.1", step: 2 });
  webview.says({ type: "restore", runId: "s.1", step: -1 });
  webview.says({ type: "diff", runId: "s.1" });
  webview.says({ type: "preview", runId: "s.1", requestId: "q" });
  webview.says({ type: "open", runId: "s.1", path: "a.py", line: 3 });
  webview.says({ type: "answer", runId: "s.1", requestId: "q", choice: "deny", note: "no", offer: 1 });
  assert.deepEqual(host.done, [
    ["cancel", "s.1"],
    ["undo", "s.1"],
    ["restore", "s.1", 2],
    ["diff", "s.1"],
    ["question", "q"],
    ["open", "/p", "a.py", 3],
    ["answer", { runId: "s.1", requestId: "q", choice: "deny", text: "no", offer: 1 }],
  ]);
});

test("what the webview may not ask for is not done", async (context) => {
  const host = new FakePanelHost();
  host.recorded.set("s.1", [started(), event(2000, "file.changed", { path: "a.py" })]);
  const { webview } = opened(context, host);
  webview.says({ type: "ready" });
  await until("the past", () => webview.seqs().length === 2);
  for (const message of [
    null,
    "cancel",
    { type: "cancel" },
    { type: "cancel", runId: "other.1" },
    { type: "command", runId: "s.1", command: "workbench.action.quit" },
    { type: "constructor", runId: "s.1" },
    { type: "toString", runId: "s.1", prompt: "x" },
    { type: "answer", runId: "s.1", requestId: "q", choice: "toString" },
    { type: "answer", runId: "s.1", requestId: "q", choice: "once", offer: -1 },
    { type: "answer", runId: "s.1", choice: "once" },
    submit("  "),
    { type: "link", url: "command:workbench.action.quit" },
    { type: "link", url: "https://a.example@b.example/" },
    { type: "fork", runId: "other.1" },
    { type: "open", runId: "s.1", path: "../secret", line: 1 },
    { type: "open", runId: "s.1", path: "a.py", line: 1.5 },
    { type: "open", runId: "s.1", path: "a.py", line: 0 },
  ]) {
    webview.says(message);
  }
  assert.deepEqual(host.done, []);
});

test("a task that is not taken is given back with the reason", async (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready" });
  await until("a beginning", () => webview.posted.length > 0);
  host.error = new Error("Too many runs wait.");
  webview.says(submit("go on"));
  await until("the refusal", () => webview.ofType("promptRejected").length > 0);
  assert.deepEqual(webview.ofType("notification"), [{ type: "notification", tone: "bad", text: "Too many runs wait." }]);
  assert.deepEqual(webview.ofType("promptRejected"), [
    { type: "promptRejected", prompt: "go on", attachments: [], replaces: "" },
  ]);
});

test("an answer that comes too late is told so", async (context) => {
  const { host, webview } = opened(context);
  webview.says({ type: "ready" });
  await until("a beginning", () => webview.posted.length > 0);
  host.isOpenQuestion = false;
  webview.says({ type: "answer", runId: "s.1", requestId: "q", choice: "once" });
  await until("the word", () => webview.ofType("notification").length > 0);
  assert.match(webview.ofType("notification")[0]?.text ?? "", /no longer pending/);
});
