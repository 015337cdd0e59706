import assert from "node:assert/strict";
import { test } from "node:test";

import { planFirst } from "../../../src/commands/planFirst";
import { RUN, runInfo } from "../support/values";
import { testServices } from "../support/testServices";

test("a plan is made in the chat, which is the only place that asks whether to carry it out", async () => {
  const services = testServices({ "architect.run": () => ({ runId: RUN, state: "running", position: 0 }) });
  services.ui.types = "add pagination";
  await planFirst(services, undefined);
  assert.deepEqual(services.server.of("architect.run"), [{ prompt: "add pagination", scope: {}, agent: "plan" }]);
  assert.deepEqual(services.opened, [RUN]);
  services.runs.update(runInfo({ state: "done", outcome: "completed", agent: "plan", title: "add pagination" }));
  assert.equal(services.ui.messages.length, 0);
});
