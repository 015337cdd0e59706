import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY } from "../../../src/conversation/conversation";
import type { RunEvent } from "../../../src/conversation/event";
import { foldAll } from "../../../src/conversation/fold";

type Told = readonly [type: string, fields: Record<string, unknown>];

/** The model, or the models, that the task names after a run has begun and more was told of it. */
function taskModel(...told: Told[]): unknown {
  const all: Told[] = [["run.started", { task: "t", agent: "build", model: "a/one" }], ...told];
  const events = all.map(([type, fields], at): RunEvent => ({
    runId: "s.1",
    seq: at + 1,
    ts: "2026-11-20T08:00:00.000Z",
    type,
    ...fields,
  }));
  const task = foldAll(EMPTY, events).runs[0]?.blocks.find((block) => block.kind === "task");
  return task?.model;
}

function reply(model?: string): Told {
  return ["model.replied", { text: "so", model }];
}

const SWITCHED: Told = ["model.switched", { before: "a/one", model: "b/two", reason: "gone" }];

test("the task names every model that replied to it", () => {
  assert.equal(taskModel(), "a/one");
  assert.equal(taskModel(reply()), "a/one", "an older server does not say");
  assert.equal(taskModel(reply("a/one"), reply("a/one")), "a/one");
  assert.equal(taskModel(reply("a/one"), SWITCHED, reply("b/two")), "a/one, then b/two");
  assert.equal(taskModel(SWITCHED, reply("b/two")), "b/two");
  assert.equal(taskModel(reply("hosted_vllm/tiny")), "tiny");
});
