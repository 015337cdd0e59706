import assert from "node:assert/strict";
import { test } from "node:test";

import { QuestionPreviews } from "../../../src/confirm/questionPreviews";
import { QuestionQueue } from "../../../src/confirm/questionQueue";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import type { ConfirmParams } from "../../../src/protocol/generated";
import { RunStore } from "../../../src/runs/runStore";
import { settled } from "../support/manualTimer";
import { question, runInfo } from "../support/values";

const PATCH = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n";
const EDIT: Partial<ConfirmParams> = { kind: "edit", preview: { patch: PATCH } };

class Services {
  readonly queue = new QuestionQueue();
  readonly runs = new RunStore();
  readonly shown: string[] = [];
  text: string | undefined = "old\n";
  isIdle = true;
  isCardVisible = false;

  constructor() {
    this.runs.update(runInfo());
    const pages = new QuestionPreviews({
      queue: this.queue,
      runs: this.runs,
      editors: {
        showSides: (key, title, sides) =>
          this.note(`diff ${key} ${title} ${sides.map((side) => side.after).join()}`),
        showText: (key, name, text) => this.note(`page ${key} ${name} ${String(text.length > 0)}`),
        close: (key) => this.note(`close ${key}`),
      },
      readNow: () => Promise.resolve(this.text),
      mayOpen: () => this.isIdle,
    });
    this.queue.onChange((change) => void pages.changed(change, () => this.isCardVisible));
  }

  async ask(requestId: string, fields: Partial<ConfirmParams>): Promise<void> {
    const params = question({ requestId, title: `edit ${requestId}`, ...fields });
    void this.queue.ask(params, new CancellationSource().token);
    await settled();
  }

  private note(what: string): Promise<void> {
    this.shown.push(what);
    return Promise.resolve();
  }
}

test("an edit is shown as a diff, which goes with its answer", async () => {
  const services = new Services();
  await services.ask("q1", EDIT);
  assert.deepEqual(services.shown, ["diff question-1 edit q1 new\n"]);
  services.queue.answer("q1", { choice: "once" });
  await settled();
  assert.deepEqual(services.shown.at(-1), "close question-1");
});

test("an edit whose file has changed meanwhile is shown as its patch", async () => {
  const services = new Services();
  services.text = "other\n";
  await services.ask("q1", EDIT);
  assert.deepEqual(services.shown, ["page question-1 question.diff true"]);
});

test("a long command is shown as a page, a short one is not", async () => {
  const services = new Services();
  await services.ask("q1", {});
  assert.equal(services.shown.length, 0);
  services.queue.answer("q1", { choice: "once" });
  await services.ask("q2", { preview: { command: "a\nb", cwd: "." } });
  assert.deepEqual(services.shown.at(-1), "page question-2 command.txt true");
  services.queue.answer("q2", { choice: "once" });
  await services.ask("q3", { preview: { command: "a\nb", cwd: "" } });
  assert.deepEqual(services.shown.at(-1), "page question-3 arguments.txt true");
});

test("what the card in sight shows opens no editor in front of it, but for a diff", async () => {
  const services = new Services();
  services.isCardVisible = true;
  await services.ask("q1", { preview: { command: "a\nb", cwd: "." } });
  assert.equal(services.shown.length, 0);
  services.queue.answer("q1", { choice: "once" });
  await services.ask("q2", EDIT);
  assert.deepEqual(services.shown.at(-1), "diff question-2 edit q2 new\n");
});

test("no editor opens while somebody types", async () => {
  const services = new Services();
  services.isIdle = false;
  await services.ask("q1", EDIT);
  assert.deepEqual(services.shown, []);
});

test("the next question is shown when the one before it is answered", async () => {
  const services = new Services();
  await services.ask("q1", EDIT);
  await services.ask("q2", EDIT);
  assert.equal(services.shown.length, 1);
  services.queue.answer("q1", { choice: "once" });
  await settled();
  assert.deepEqual(services.shown.slice(1), ["close question-1", "diff question-2 edit q2 new\n"]);
});

test("the answer to a later question does not open the first one again", async () => {
  const services = new Services();
  await services.ask("q1", EDIT);
  await services.ask("q2", EDIT);
  services.queue.answer("q2", { choice: "once" });
  await settled();
  assert.deepEqual(services.shown.slice(1), ["close question-2"]);
});
