import assert from "node:assert/strict";
import { test } from "node:test";

import { restoreCheckpoint } from "../../../src/commands/restoreCheckpoint";
import type { RolledBackResult } from "../../../src/protocol/generated";
import { RUN, runInfo } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const CONFLICT = { path: "b.py", reason: "changed since", lines: [] };

function services(done: Partial<RolledBackResult> = {}): TestServices {
  const made = testServices({
    "architect.rollback": () => ({ runId: "s.2", before: "abc", reverted: ["a.py"], conflicts: [], ...done }),
    "architect.checkpoints": () => ({
      checkpoints: [
        { commit: "c0", runId: RUN, step: 0, at: "2026-11-20T08:00:00Z", why: "before the first step" },
        { commit: "c1", runId: RUN, step: 1, at: "2026-11-20T08:00:01Z", why: "step 1" },
      ],
    }),
  });
  made.runs.update(runInfo({ state: "done", outcome: "completed", filesChanged: ["a.py"], seq: 1 }));
  return made;
}

test("a step is gone back to once that is confirmed, and forward again", async () => {
  const made = services();
  made.ui.presses = () => undefined;
  await restoreCheckpoint(made, { runId: RUN, step: 2 });
  assert.equal(made.ui.confirmed[0]?.message, "Restore the files as they were after step 2 of “make it faster”?");
  assert.deepEqual(made.server.of("architect.rollback"), []);
  made.ui.presses = (buttons) => buttons[0];
  await restoreCheckpoint(made, { runId: RUN, step: 2 });
  assert.deepEqual(made.server.of("architect.rollback"), [{ runId: RUN, step: 2 }]);
  const [message] = made.ui.messages;
  assert.deepEqual([message?.level, message?.message], ["info", "Restored 1 file."]);
  await message?.buttons.find((button) => button.label === "Go Forward Again")?.act();
  assert.deepEqual(made.server.of("architect.rollback").at(-1), { runId: RUN, commit: "abc" });
});

test("in a chat that is in sight no notification covers the input", async () => {
  const made = services();
  made.chat.isInSight = true;
  await restoreCheckpoint(made, { runId: RUN, step: 2 });
  assert.deepEqual(made.chat.asked, [["notify", "info", "Restored 1 file.", "Go Forward Again"]]);
  assert.deepEqual(made.ui.messages, []);
});

test("what was left alone is named, and can be given up", async () => {
  const made = services({ conflicts: [CONFLICT], reverted: [], before: null });
  await restoreCheckpoint(made, { runId: RUN, step: 0 });
  assert.equal(made.ui.confirmed[0]?.message, "Restore the files as they were before “make it faster”?");
  const [message] = made.ui.messages;
  assert.ok(message);
  assert.equal(message.message, "No file was changed; skipped: b.py (changed since).");
  await message.buttons[0]?.act();
  assert.deepEqual(made.server.of("architect.rollback").at(-1), { runId: RUN, step: 0, exactly: true });
});

test("without a step one is chosen, the last first", async () => {
  const made = services();
  made.ui.picks = "step 1";
  await restoreCheckpoint(made, RUN);
  assert.deepEqual(made.server.of("architect.rollback"), [{ runId: RUN, commit: "c1" }]);
});
