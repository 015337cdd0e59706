import assert from "node:assert/strict";
import { test } from "node:test";

import { configOf, readSettings, type Inspected, type Settings } from "../../../src/setup/settings";

function read(settings: Readonly<Record<string, Inspected>>): Settings {
  return readSettings((name) => settings[name]);
}

/** As the settings file of a repository would set them. */
function ofWorkspace(values: Readonly<Record<string, unknown>>): Settings {
  const inspected = Object.entries(values).map(([name, value]): [string, Inspected] => [
    name,
    { workspaceValue: value, workspaceFolderValue: value },
  ]);
  return read(Object.fromEntries(inspected));
}

function ofUser(values: Readonly<Record<string, unknown>>): Settings {
  const inspected = Object.entries(values).map(([name, value]): [string, Inspected] => [
    name,
    { globalValue: value },
  ]);
  return read(Object.fromEntries(inspected));
}

const ALL = {
  "server.path": "/opt/architect",
  "server.arguments": ["--x"],
  model: "ollama/qwen3",
  reasoningEffort: "high",
  apiBase: "http://127.0.0.1:1",
  mode: "yolo",
  budgetUsd: 2,
  maxSteps: 7,
};

test("what the user has set counts", () => {
  const settings = ofUser({ ...ALL, review: "confirm", "progress.notification": false });
  assert.deepEqual(settings, {
    serverPath: "/opt/architect",
    serverArguments: ["--x"],
    model: "ollama/qwen3",
    reasoningEffort: "high",
    apiBase: "http://127.0.0.1:1",
    mode: "yolo",
    review: "confirm",
    budgetUsd: 2,
    maxSteps: 7,
    notification: false,
  });
});

test("nothing of what could run, send, spend or loosen counts from a workspace", () => {
  assert.deepEqual(ofWorkspace(ALL), ofUser({}));
});

test("a workspace may ask for a closer look at changes, but not for less", () => {
  const both = (globalValue: string, workspaceValue: string) => read({ review: { globalValue, workspaceValue } }).review;
  assert.equal(both("after", "confirm"), "confirm");
  assert.equal(both("confirm", "after"), "confirm");
  assert.equal(both("propose", "confirm"), "propose");
  assert.equal(read({ review: { workspaceValue: "propose" } }).review, "propose");
  assert.equal(read({ review: { workspaceValue: "after" } }).review, undefined);
  assert.equal(read({}).review, undefined);
});

test("how things look may be up to a workspace", () => {
  assert.equal(ofWorkspace({ "progress.notification": false }).notification, false);
});

test("values of a wrong kind count as not set", () => {
  const odd = { model: "  ", apiBase: 7, mode: "always", reasoningEffort: "hard", budgetUsd: -1, maxSteps: 0, "server.arguments": [1] };
  assert.deepEqual(ofUser(odd), ofUser({}));
});

test("the server is told what was set and nothing else", () => {
  assert.deepEqual(configOf(ofUser({})), {});
  assert.deepEqual(configOf(ofUser({ model: "x", reasoningEffort: "none", budgetUsd: 0 })), {
    llm: { model: "x", reasoning_effort: "none" },
    costs: { budget_usd: 0 },
  });
});

test("the way of asking is that of the agent that acts, the limit of steps that of all", () => {
  assert.deepEqual(configOf(ofUser({ mode: "confirm-all", maxSteps: 5 })), {
    agents: {
      build: { max_steps: 5, confirm_mode: "confirm-all" },
      plan: { max_steps: 5 },
      explain: { max_steps: 5 },
      review: { max_steps: 5 },
    },
  });
});
