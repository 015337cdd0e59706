import assert from "node:assert/strict";
import { test } from "node:test";

import { runPipeline } from "../../../src/commands/pipelines";
import type { PipelineInfo, PipelinePlan } from "../../../src/protocol/generated";
import { UNCHANGED } from "../support/fakeUi";
import { testServices, type TestServices } from "../support/testServices";
import { lines, workflow } from "../support/values";

const URI = "file:///home/u/a%20b/release.yaml";
const FOUND: PipelineInfo = {
  uri: URI,
  root: "/home/u",
  path: "a b/release.yaml",
  name: "Release",
  description: "",
  variables: [],
  steps: 2,
  problem: null,
};
const PLAN: PipelinePlan = { name: "Release", description: "", variables: [], missing: [], steps: [], graph: "" };

function services(pipelines: readonly PipelineInfo[], plan: Partial<PipelinePlan> = {}): TestServices {
  return testServices({
    "architect.pipelines": () => ({ pipelines }),
    "architect.pipelinePlan": () => ({ ...PLAN, ...plan }),
    "architect.pipeline": () => workflow({ kind: "pipeline" }),
  });
}

test("the pipeline in the active editor runs, however its address is written", async () => {
  const given = services([FOUND, { ...FOUND, uri: "file:///home/u/other.yaml" }]);
  given.ui.opens("file:///home/u/a b/release.yaml", lines(0, 0));
  await runPipeline(given, undefined);
  assert.deepEqual(given.server.of("architect.pipeline"), [{ uri: URI, variables: {} }]);
});

test("else one is selected, and one with mistakes says which", async () => {
  const given = services([FOUND, { ...FOUND, uri: "file:///home/u/b.yaml", name: "", path: "b.yaml", problem: "b.yaml:3: steps" }]);
  given.ui.picks = "b.yaml";
  await runPipeline(given, undefined);
  assert.deepEqual(given.ui.offered[0]?.labels, ["Release", "b.yaml"]);
  assert.deepEqual(given.server.of("architect.pipelinePlan"), [{ uri: "file:///home/u/b.yaml" }]);
});

test("where there is none, that is said", async () => {
  const given = services([]);
  await runPipeline(given, undefined);
  assert.match(given.ui.lastMessage, /^No pipelines in the open folders/);
});

test("variables are asked for, and only what differs from the file is given", async () => {
  const variables = [
    { name: "change", value: null },
    { name: "modules", value: ["a", "b"] },
    { name: "mode", value: "full" },
  ];
  const given = services([FOUND], { variables, missing: ["change"] });
  given.ui.entries = ["rename it", UNCHANGED, "quick"];
  await runPipeline(given, { uri: URI });
  assert.deepEqual(given.server.of("architect.pipeline"), [{ uri: URI, variables: { change: "rename it", mode: "quick" } }]);
});

test("without a value that is needed nothing runs", async () => {
  const given = services([FOUND], { variables: [{ name: "change", value: null }], missing: ["change"] });
  given.ui.entries = [""];
  await runPipeline(given, { uri: URI });
  assert.deepEqual(given.server.of("architect.pipeline"), []);
});
