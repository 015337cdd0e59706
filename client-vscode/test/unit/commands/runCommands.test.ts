import assert from "node:assert/strict";
import { test } from "node:test";

import { cancel, openRun, showDiff } from "../../../src/commands/runCommands";
import { undoRun } from "../../../src/commands/undoRun";
import type { FileSides } from "../../../src/protocol/generated";
import { hunk, lines, RUN, runInfo } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const PATCH = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n";

/** With a run that is over and has changed a file. */
function servicesWithRun(files?: readonly FileSides[]): TestServices {
  const services = testServices({
    "architect.cancel": ({ runId }) => ({ runId: runId ?? null, state: "cancelling" }),
    "architect.diff": () => ({ patch: PATCH, uri: null, ...(files && { files }) }),
    "architect.hunks": () => ({ hunks: [hunk({ range: lines(0, 1) })], conflicts: [] }),
  });
  services.runs.update(runInfo({ state: "done", outcome: "completed", filesChanged: ["a.py"], seq: 1 }));
  return services;
}

test("without a fitting run one sentence says so", async () => {
  const services = testServices();
  await openRun(services, undefined);
  assert.match(services.ui.lastMessage, /^No runs in this window/);
  await cancel(services, undefined);
  assert.equal(services.ui.lastMessage, "No runs in progress.");
  await undoRun(services, undefined);
  assert.match(services.ui.lastMessage, /^No runs in this window have/);
  await showDiff(services, undefined);
  assert.equal(services.ui.lastMessage, "No runs have changed files.");
  assert.deepEqual(services.server.asked, []);
});

test("the only run that fits is meant, and one of several is chosen", async () => {
  const services = servicesWithRun();
  await openRun(services, undefined);
  assert.deepEqual(services.opened, [RUN]);
  services.runs.addStarted({ runId: "other.1", state: "running", position: 0 }, "the other");
  services.ui.picks = "the other";
  await openRun(services, undefined);
  assert.deepEqual(services.ui.offered.at(-1)?.labels, ["the other", "make it faster"]);
  assert.deepEqual(services.opened, [RUN, "other.1"]);
  await cancel(services, undefined);
  assert.deepEqual(services.server.of("architect.cancel"), [
    { runId: "other.1", reason: "cancelled by the user" },
  ]);
});

test("the changes of a run are shown as a diff against what was there before", async () => {
  const services = servicesWithRun();
  services.ui.texts = { "file:///home/u/a.py": "new\n" };
  await showDiff(services, { runId: RUN });
  assert.deepEqual(services.ui.sides, [
    {
      title: "Changes: make it faster",
      sides: [{ path: "a.py", before: "old\n", after: "new\n" }],
    },
  ]);
});

test("edits made since are not shown among the changes of the run, which says so", async () => {
  const services = servicesWithRun([{ path: "a.py", before: "old\n", after: "new\n" }]);
  for (const [now, title] of [
    ["new\n", "Changes: make it faster"],
    ["other\n", "Changes: make it faster (without edits made since)"],
  ] as const) {
    services.ui.texts = { "file:///home/u/a.py": now };
    await showDiff(services, { runId: RUN });
    assert.deepEqual(services.ui.sides.at(-1), { title, sides: [{ path: "a.py", before: "old\n", after: "new\n" }] });
  }
});

test("of a server that knows no contents, the page is shown if a file has changed since", async () => {
  const services = servicesWithRun();
  services.ui.texts = { "file:///home/u/a.py": "other\n" };
  await showDiff(services, { runId: RUN });
  assert.deepEqual(services.server.of("architect.diff"), [{ runId: RUN }, { runId: RUN, show: true }]);
  assert.deepEqual(services.ui.sides, []);
});

test("a single change is compared in its document", async () => {
  const services = servicesWithRun();
  services.ui.texts = { "file:///home/u/a.py": "new\nrest\n" };
  await showDiff(services, { hunkId: "h1" });
  assert.deepEqual(services.ui.sides[0]?.sides, [
    { path: "a.py", before: "old\nrest\n", after: "new\nrest\n" },
  ]);
  await showDiff(services, { hunkId: "gone" });
  assert.equal(services.ui.lastMessage, "This change is no longer pending.");
});
