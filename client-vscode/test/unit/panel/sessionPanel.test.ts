import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { SessionPanel } from "../../../src/panel/sessionPanel";
import { until } from "../../until";
import { FakeDesk, FakeSurface, event } from "./fakePanel";

interface Scene {
  readonly desk: FakeDesk;
  readonly surface: FakeSurface;
}

/** A panel for the run `s.1`, whose webview is not ready yet. */
function opened(context: TestContext, desk = new FakeDesk()): Scene {
  const surface = new FakeSurface();
  const panel = new SessionPanel("s.1", surface, desk);
  context.after(() => {
    panel.dispose();
  });
  return { desk, surface };
}

function started(seq = 1000, task = "Mend it.", runId = "s.1") {
  return event(seq, "run.started", { task, workspace: "/p" }, runId);
}

test("a webview that is ready gets the past, and then what happens", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.1", [started(), event(2000, "step.started")]);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  await until("the past", () => surface.seqs().length === 2);
  desk.tells(event(3000, "step.started"));
  desk.tells(event(9000, "step.started", {}, "other.1"));
  await until("what happens", () => surface.seqs().length === 3);
  assert.deepEqual(surface.seqs(), [1000, 2000, 3000]);
  assert.deepEqual(surface.told[0], {
    type: "conversation",
    state: { sessionId: "s", isConnected: true, obstacle: "", budgetUsd: 2 },
  });
  assert.equal(surface.title, "Mend it.");
  assert.deepEqual(surface.ofType("runs").flatMap((each) => each.runs.map((run) => run["runId"])), ["s.1"]);
});

test("what happens while the past is read comes behind it, once", async (context) => {
  const desk = new FakeDesk();
  const all = [started(), ...Array.from({ length: 1_200 }, (_, at) => event(2_000 + at, "step.started"))];
  desk.recorded.set("s.1", all);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  desk.tells(event(2_100, "step.started"));
  desk.tells(event(3_200, "step.started"));
  await until("everything", () => surface.seqs().length >= all.length + 1);
  assert.deepEqual(surface.seqs(), [...all.map((each) => each.seq), 3_200]);
});

test("all runs of the session are read", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.1", [started(1000, "one", "s.1")]);
  desk.recorded.set("s.2", [started(1000, "two", "s.2")]);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  await until("both", () => surface.ofType("events").flatMap((each) => each.events).length === 2);
  assert.equal(surface.title, "one");
});

test("a run of which nothing is recorded keeps the ones behind it from nobody", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.3", [started(1000, "three", "s.3")]);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  await until("the third", () => surface.seqs().length === 1);
});

test("a webview that is not ready is told nothing", (context) => {
  const { desk, surface } = opened(context);
  desk.changes({ obstacle: "not now" });
  assert.deepEqual(surface.told, []);
});

test("what was taken back is a run of its own, which is looked for", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.1", [started()]);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  await until("the past", () => surface.seqs().length === 1);
  desk.recorded.set("s.2", [started(1000, "undo s.1", "s.2")]);
  desk.edited();
  await until("the undo", () => surface.seqs().length === 2);
  assert.equal(surface.title, "Mend it.");
});

test("a webview that was hidden gets everything again, and nothing in between", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.1", [started()]);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  await until("the past", () => surface.seqs().length === 1);
  surface.hides();
  const before = surface.told.length;
  desk.tells(event(2000, "step.started"));
  desk.changes({ obstacle: "not now" });
  assert.equal(surface.told.length, before);
  surface.says({ type: "ready" });
  await until("all of it", () => surface.seqs().length === 3);
  assert.deepEqual(surface.seqs(), [1000, 1000, 2000]);
  assert.equal(surface.ofType("conversation").at(-1)?.state.obstacle, "not now");
});

test("what happened while the server was away is read when it is back", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.1", [started()]);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  await until("the past", () => surface.seqs().length === 1);
  desk.recorded.get("s.1")?.push(event(2000, "run.finished"));
  desk.restarts();
  await until("the end", () => surface.seqs().length === 2);
});

test("why the past cannot be read is told to a webview that comes later, until it can", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.1", [started()]);
  desk.fault = new Error("There is no server.");
  const { surface } = opened(context, desk);
  await new Promise((resolve) => setImmediate(resolve));
  surface.says({ type: "ready" });
  assert.match(surface.ofType("told")[0]?.text ?? "", /Unable to read this session: There is no server\./);
  desk.fault = undefined;
  desk.restarts();
  await until("the past", () => surface.seqs().length === 1);
  surface.says({ type: "ready" });
  assert.equal(surface.ofType("told").length, 1);
});

test("pieces of a reply come together", async (context) => {
  const { desk, surface } = opened(context);
  surface.says({ type: "ready" });
  await until("a beginning", () => surface.told.length > 0);
  desk.tells(started());
  for (const text of ["a", "b", "c"]) {
    desk.tells(event(1000, "model.delta", { text }));
  }
  await until("the reply", () => surface.seqs().length > 0);
  const deltas = surface.ofType("events").flatMap((each) => each.events).filter((each) => each.type === "model.delta");
  assert.deepEqual(deltas.map((each) => each["text"]), ["abc"]);
});

test("what the webview asks for is done", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.1", [started(), event(2000, "file.changed", { path: "a.py" })]);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  await until("the past", () => surface.seqs().length === 2);
  surface.says({ type: "cancel", runId: "s.1" });
  surface.says({ type: "undo", runId: "s.1" });
  surface.says({ type: "diff", runId: "s.1" });
  surface.says({ type: "continue", runId: "s.1", prompt: "go on" });
  surface.says({ type: "preview", runId: "s.1", requestId: "q" });
  surface.says({ type: "open", runId: "s.1", path: "a.py", line: 3 });
  surface.says({ type: "answer", runId: "s.1", requestId: "q", choice: "deny", note: "no", offer: 1 });
  assert.deepEqual(desk.done, [
    ["cancel", "s.1"],
    ["undo", "s.1"],
    ["diff", "s.1"],
    ["continue", "s", "go on"],
    ["question", "q"],
    ["open", "/p", "a.py", 3],
    ["answer", { runId: "s.1", requestId: "q", choice: "deny", text: "no", offer: 1 }],
  ]);
});

test("what the webview may not ask for is not done", async (context) => {
  const desk = new FakeDesk();
  desk.recorded.set("s.1", [started(), event(2000, "file.changed", { path: "a.py" })]);
  const { surface } = opened(context, desk);
  surface.says({ type: "ready" });
  await until("the past", () => surface.seqs().length === 2);
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
    { type: "continue", runId: "s.1", prompt: "  " },
    { type: "open", runId: "s.1", path: "../secret", line: 1 },
    { type: "open", runId: "s.1", path: "a.py", line: 1.5 },
    { type: "open", runId: "s.1", path: "a.py", line: 0 },
  ]) {
    surface.says(message);
  }
  assert.deepEqual(desk.done, []);
});

test("a task that is not taken is given back with the reason", async (context) => {
  const { desk, surface } = opened(context);
  surface.says({ type: "ready" });
  await until("a beginning", () => surface.told.length > 0);
  desk.fault = new Error("Too many runs wait.");
  surface.says({ type: "continue", runId: "s.1", prompt: "go on" });
  await until("the refusal", () => surface.ofType("returned").length > 0);
  assert.deepEqual(surface.ofType("told"), [{ type: "told", tone: "bad", text: "Too many runs wait." }]);
  assert.deepEqual(surface.ofType("returned"), [{ type: "returned", prompt: "go on" }]);
});

test("an answer that comes too late is told so", async (context) => {
  const { desk, surface } = opened(context);
  surface.says({ type: "ready" });
  await until("a beginning", () => surface.told.length > 0);
  desk.isOpenQuestion = false;
  surface.says({ type: "answer", runId: "s.1", requestId: "q", choice: "once" });
  await until("the word", () => surface.ofType("told").length > 0);
  assert.match(surface.ofType("told")[0]?.text ?? "", /no longer pending/);
});
