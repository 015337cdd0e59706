import assert from "node:assert/strict";
import { test } from "node:test";

import { continueSession, resume } from "../../../src/commands/sessions";
import type { SessionInfo } from "../../../src/protocol/generated";
import { RUN, runInfo, session } from "../support/values";
import { testDesk, type TestDesk } from "../support/testDesk";

const ID = "20261120-080006-de6374";

function deskWith(...sessions: readonly SessionInfo[]): TestDesk {
  return testDesk({
    "architect.sessions": () => ({ sessions }),
    "architect.resume": () => ({ runId: `${ID}.2`, state: "running", position: 0 }),
  });
}

test("an interrupted session goes on where it was", async () => {
  const desk = deskWith(session({ status: "interrupted" }));
  await resume(desk, { sessionId: ID });
  assert.deepEqual(desk.server.of("architect.resume"), [{ sessionId: ID }]);
  assert.deepEqual(desk.opened, [`${ID}.2`]);
});

test("a session that came to its end goes on with a new task", async () => {
  const desk = deskWith(session());
  desk.ui.types = "now the tests";
  await resume(desk, { sessionId: ID });
  assert.deepEqual(desk.server.of("architect.resume"), [
    { sessionId: ID, prompt: "now the tests" },
  ]);
});

test("who types no task goes on with nothing", async () => {
  const desk = deskWith(session());
  await continueSession(desk, { sessionId: ID });
  assert.deepEqual(desk.server.of("architect.resume"), []);
});

test("the session of a run is found by the run", async () => {
  const desk = deskWith(session());
  desk.runs.learn(runInfo());
  desk.ui.types = "now the tests";
  await continueSession(desk, { runId: RUN });
  assert.equal(desk.server.of("architect.resume").length, 1);
});

test("one is chosen among those that do not go on somewhere", async () => {
  const desk = deskWith(session({ sessionId: "other", status: "running", task: "b" }), session());
  desk.ui.picks = "make it faster";
  desk.ui.types = "now the tests";
  await resume(desk, undefined);
  assert.deepEqual(desk.ui.offered[0]?.labels, ["make it faster"]);
});

test("without a session one sentence says so", async () => {
  const desk = deskWith();
  await resume(desk, undefined);
  assert.match(desk.ui.lastTold, /^No sessions/);
  await resume(desk, { sessionId: "gone" });
  assert.match(desk.ui.lastTold, /^No session gone/);
});
