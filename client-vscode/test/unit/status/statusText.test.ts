import assert from "node:assert/strict";
import { test } from "node:test";

import type { DaemonState } from "../../../src/daemon/daemon";
import { newRun, type Run } from "../../../src/runs/run";
import { statusText, type StatusText } from "../../../src/status/statusText";

function run(fields: Partial<Run>): Run {
  return { ...newRun("a.1", 1), title: "make it faster", state: "running", ...fields };
}

function status(runs: readonly Run[], state: DaemonState = "running", isTrusted = true): StatusText {
  return statusText({ state, runs, isTrusted, choice: { model: undefined, mode: undefined, review: undefined, serverPath: "" } });
}

test("a run shows its step, what it does and what it has cost", () => {
  const spending = { inputTokens: 10, outputTokens: 5, usd: 0.0042 };
  const shown = status([run({ step: 3, activity: "run_command npm test", spending })]);
  assert.equal(shown.text, "$(loading~spin) step 3: run_command npm test · $0.0042");
  assert.equal(shown.command, "architect.runs.focus");
});

test("several runs show their number and what they have cost together", () => {
  const spending = { inputTokens: 1, outputTokens: 0, usd: 0.2 };
  const shown = status([run({ spending }), run({ spending: { ...spending, usd: 0.15 } })]);
  assert.equal(shown.text, "$(loading~spin) 2 runs · $0.35");
});

test("a price that is not known leaves the tokens", () => {
  const known = { inputTokens: 10, outputTokens: 5, usd: 0.2 };
  const unknown = { inputTokens: 100, outputTokens: 5, usd: null };
  assert.match(status([run({ spending: known }), run({ spending: unknown })]).text, /120 tokens/);
});

test("a run that asks is shown as asking, and a click answers", () => {
  for (const waitsFor of ["confirm", "input"]) {
    const shown = status([run({ state: "running" }), run({ state: "waiting", waitsFor })]);
    assert.deepEqual([shown.command, shown.severity], ["architect.ui.answer", "warning"]);
    assert.match(shown.text, /^\$\(question\)/);
  }
});

test("what a model or a file is called makes no icon and hides nothing", () => {
  const shown = status([run({ activity: "read $(flame) \u202eevil" })]);
  assert.ok(shown.text.includes("\\$(flame)"));
  assert.ok(!shown.text.includes("\u202e"));
});

test("runs that are over leave the state of the server", () => {
  assert.equal(status([run({ state: "done" }), run({ state: "lost" })]).text, "$(tools) Architect");
});

test("a click fixes what is wrong with the server", () => {
  assert.equal(status([], "missing").command, "architect.ui.installServer");
  const choice = { model: undefined, mode: undefined, review: undefined, serverPath: "/no/such" };
  const { command, argument } = statusText({ state: "missing", runs: [], isTrusted: true, choice });
  assert.deepEqual([command, argument], ["architect.ui.applyRemedy", { kind: "openSettings", setting: "architect.server.path" }]);
  assert.equal(status([], "failed").command, "architect.ui.restartServer");
  for (const state of ["off", "starting", "restarting", "running"] as const) {
    assert.equal(status([], state).command, "architect.runs.focus");
  }
});

test("a workspace that is not trusted says so", () => {
  assert.match(status([], "running", false).tooltip, /not trusted\. Only reviews/);
});

test("every text has one for screen readers, without icons", () => {
  const all = [status([run({})]), ...(["off", "missing", "failed", "restarting"] as const).map((each) => status([], each))];
  for (const { label } of all) {
    assert.match(label, /^Architect: /);
    assert.ok(!label.includes("$("));
  }
});

test("without runs it shows the model of the next one, and when that asks", () => {
  const shown = (model: string, mode: string, review: string) =>
    statusText({ state: "running", runs: [], isTrusted: true, choice: { model, mode, review, serverPath: "" } });
  assert.equal(shown("anthropic/claude-sonnet-5-5", "confirm-sensitive", "after").text, "$(tools) claude-sonnet-5-5 · edit");
  assert.equal(shown("vscode", "confirm-sensitive", "confirm").text, "$(tools) vscode · ask");
  assert.match(shown("hosted_vllm/tiny", "yolo", "after").tooltip, /Model: tiny$/m);
  assert.match(shown("ollama/qwen3", "yolo", "after").label, /^Architect: Model: ollama\/qwen3, Mode: yolo, /);
});
