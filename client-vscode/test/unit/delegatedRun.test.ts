import assert from "node:assert/strict";
import { test } from "node:test";

import { CancellationSource } from "../../src/daemon/cancellationSource";
import { delegatedRun } from "../../src/editorChat/delegatedRun";
import { settled } from "./support/manualTimer";
import { RUN, runInfo } from "./support/values";
import { testServices } from "./support/testServices";

const STARTED = { runId: RUN, state: "running" as const, position: 0, title: "make it faster" };

test("a run for the editor's own chat tells what it does, and in the end what it said", async () => {
  const services = testServices({ "architect.run": () => STARTED });
  const told: string[] = [];
  const end = delegatedRun(services, { prompt: "make it faster" }, (state) => told.push(state), new CancellationSource().token);
  await settled();
  services.runs.update(runInfo({ state: "waiting" }));
  services.runs.update(runInfo({ state: "done", outcome: "completed", output: "It is\u202e fast.", filesChanged: ["a.py"] }));
  const { output, files, summary } = await end;
  assert.deepEqual([output, files, summary], ["It is\\u202e fast.", ["a.py"], "done · 1 file"]);
  assert.ok(told.includes("waiting"), told.join());
});
