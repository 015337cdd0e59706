import assert from "node:assert/strict";
import { test } from "node:test";

import { CutOffRuns } from "../../../src/status/cutOffRuns";
import { memento, testServices } from "../support/testServices";
import { RUN, runInfo } from "../support/values";

test("a run that its window cut off is told once, and can be resumed", async () => {
  const kept = memento();
  const first = testServices();
  const watching = new CutOffRuns(kept, first.runs).watch();
  first.runs.update(runInfo());
  watching.dispose();

  const second = testServices();
  const cutOff = new CutOffRuns(kept, second.runs);
  cutOff.watch();
  second.runs.update(runInfo({ state: "done", outcome: "interrupted" }));
  cutOff.tell(second.ui, "");
  const inChat = "The window was closed or reloaded, or the server stopped, before it was done.";
  assert.deepEqual(second.ui.messages.map(({ message }) => message), [`“make it faster” was interrupted. ${inChat}`]);
  await second.ui.press("Resume");
  assert.deepEqual(second.ui.executed, [["architect.ui.resume", { sessionId: RUN.split(".")[0] }]]);
  cutOff.tell(second.ui, "");
  assert.equal(second.ui.messages.length, 1);
});

test("a run that came to its end is not told", () => {
  const kept = memento();
  const services = testServices();
  new CutOffRuns(kept, services.runs).watch();
  services.runs.update(runInfo());
  services.runs.update(runInfo({ state: "done", outcome: "completed" }));
  new CutOffRuns(kept, services.runs).tell(services.ui, "");
  assert.deepEqual(services.ui.messages, []);
});

test("a run whose conversation is shown is told there alone", () => {
  const kept = memento();
  const services = testServices();
  new CutOffRuns(kept, services.runs).watch();
  services.runs.update(runInfo());
  services.runs.update(runInfo({ state: "done", outcome: "interrupted" }));
  const told = (shownSession: string) => {
    const cutOff = new CutOffRuns({ ...kept, get: () => [RUN] }, services.runs);
    cutOff.tell(services.ui, shownSession);
    return services.ui.messages.length;
  };
  assert.deepEqual([told(RUN.split(".")[0] ?? ""), told("another")], [0, 1]);
});
