import assert from "node:assert/strict";
import { test } from "node:test";

import { planFirst } from "../../../src/commands/planFirst";
import { RUN, runInfo } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const SESSION = runInfo().sessionId;

async function planning(): Promise<TestServices> {
  const services = testServices({
    "architect.run": () => ({ runId: RUN, state: "running", position: 0 }),
  });
  services.ui.types = "add pagination";
  await planFirst(services, undefined);
  return services;
}

test("the plan is asked about once it is made, and carried out in its session", async () => {
  const services = await planning();
  assert.deepEqual(services.server.of("architect.run"), [{ prompt: "add pagination", scope: {}, agent: "plan" }]);
  assert.equal(services.ui.messages.length, 0);
  services.runs.update(runInfo({ state: "done", outcome: "completed", agent: "plan", title: "add pagination" }));
  assert.equal(services.ui.lastMessage, "The plan is made. Carry it out?");
  await services.ui.press("Carry Out");
  assert.deepEqual(services.server.of("architect.run")[1], {
    prompt: "Carry out the plan, with what I said about it.",
    title: "Carry Out Plan: add pagination",
    agent: "build",
    session: SESSION,
    scope: {},
  });
});

test("what is to be changed is planned again", async () => {
  const services = await planning();
  services.runs.update(runInfo({ state: "done", outcome: "completed" }));
  services.ui.types = "in two files";
  await services.ui.press("Change...");
  const argument = { prompt: "in two files", scope: {}, session: SESSION, agent: "plan" };
  assert.deepEqual(services.server.of("architect.run")[1], argument);
});

test("a plan that came to nothing is not asked about", async () => {
  for (const outcome of ["failed", "cancelled"] as const) {
    const services = await planning();
    services.runs.update(runInfo({ state: "done", outcome }));
    assert.equal(services.ui.messages.length, 0);
  }
});
