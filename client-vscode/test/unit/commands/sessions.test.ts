import assert from "node:assert/strict";
import { test } from "node:test";

import { continueSession, resume } from "../../../src/commands/sessions";
import { forkSession } from "../../../src/commands/sessionTools";
import type { SessionInfo } from "../../../src/protocol/generated";
import { RUN, runInfo, session } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const ID = "20261120-080006-de6374";

function servicesWith(...sessions: readonly SessionInfo[]): TestServices {
  return testServices({
    "architect.sessions": () => ({ sessions }),
    "architect.resume": () => ({ runId: `${ID}.2`, state: "running", position: 0 }),
  });
}

test("an interrupted session is resumed where it was", async () => {
  const services = servicesWith(session({ status: "interrupted" }));
  await resume(services, { sessionId: ID });
  assert.deepEqual(services.server.of("architect.resume"), [{ sessionId: ID }]);
  assert.deepEqual(services.opened, [`${ID}.2`]);
});

test("a finished session is continued with a new task", async () => {
  const services = servicesWith(session());
  services.ui.types = "now the tests";
  await resume(services, { sessionId: ID });
  services.ui.reasoning = "high";
  await resume(services, { sessionId: ID });
  assert.deepEqual(services.server.of("architect.resume"), [
    { sessionId: ID, prompt: "now the tests" },
    { sessionId: ID, prompt: "now the tests", reasoning: "high" },
  ]);
});

test("no session is continued without a task", async () => {
  const services = servicesWith(session());
  await continueSession(services, { sessionId: ID });
  assert.deepEqual(services.server.of("architect.resume"), []);
});

test("the session of a run is found by the run", async () => {
  const services = servicesWith(session());
  services.runs.update(runInfo());
  services.ui.types = "now the tests";
  await continueSession(services, { runId: RUN });
  assert.equal(services.server.of("architect.resume").length, 1);
});

test("one is chosen among those that do not go on somewhere", async () => {
  const services = servicesWith(session({ sessionId: "other", status: "running", task: "b" }), session());
  services.ui.picks = "make it faster";
  services.ui.types = "now the tests";
  await continueSession(services, undefined);
  assert.deepEqual(services.ui.offered[0]?.labels, ["make it faster"]);
  await resume(services, undefined);
  assert.equal(services.ui.lastMessage, "No cancelled or interrupted sessions in the open folders.");
});

test("without a session one sentence says so", async () => {
  const services = servicesWith();
  await continueSession(services, undefined);
  assert.match(services.ui.lastMessage, /^No sessions/);
  await resume(services, { sessionId: "gone" });
  assert.match(services.ui.lastMessage, /^No session gone/);
});

test("a fork is opened, and said to be a copy", async () => {
  const services = testServices({
    "architect.forkSession": () => ({ sessionId: "copy", prompt: "", attached: [], restored: null }),
    "architect.runs": () => ({ runs: [runInfo({ runId: "copy.1" })] }),
  });
  await forkSession(services, { runId: RUN });
  assert.deepEqual(services.opened, ["copy.1"]);
  assert.deepEqual(services.chat.asked, [["notify", "info", "This is a copy of the session. The original is still in Sessions."]]);
});
