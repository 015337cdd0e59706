import assert from "node:assert/strict";
import { test } from "node:test";

import type { Way } from "../../../src/confirm/question";
import { QuestionQueue } from "../../../src/confirm/questionQueue";
import { QuestionToasts } from "../../../src/confirm/questionToasts";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import { settled } from "../support/manualTimer";
import { question } from "../support/values";

interface Toast {
  readonly text: string;
  readonly press: (button: string | undefined) => void;
}

/** Notifications that stand until they are pressed, and what their buttons did. */
class Desk {
  readonly queue = new QuestionQueue();
  readonly toasts: Toast[] = [];
  readonly done: string[] = [];

  constructor() {
    const show = (text: string) =>
      new Promise<string | undefined>((press) => this.toasts.push({ text, press }));
    new QuestionToasts(this.queue, show, {
      take: ({ params }, way: Way) => {
        this.done.push(`${params.requestId}: ${way.label}`);
        if (!way.asksForNote) {
          this.queue.answer(params.requestId, { choice: way.choice });
        }
        return Promise.resolve();
      },
      chooseWay: ({ params }) => this.note(`${params.requestId}: choose`),
      tooLate: ({ params }) => void this.note(`${params.requestId}: too late`),
      hideToasts: () => void this.note("hidden"),
    }).watch();
  }

  ask(requestId: string, title = requestId): void {
    void this.queue.ask(question({ requestId, title }), new CancellationSource().token);
  }

  async press(index: number, button: string | undefined): Promise<void> {
    this.toasts[index]?.press(button);
    await settled();
  }

  private note(what: string): Promise<void> {
    this.done.push(what);
    return Promise.resolve();
  }
}

test("one question is shown at a time", async () => {
  const desk = new Desk();
  desk.ask("q1");
  desk.ask("q2");
  assert.equal(desk.toasts.length, 1);
  await desk.press(0, "Allow Once");
  assert.deepEqual(desk.done, ["q1: Allow Once"]);
  assert.equal(desk.toasts.length, 2);
  assert.match(desk.toasts[1]?.text ?? "", /q2/);
});

test("closing a notification leaves its question open", async () => {
  const desk = new Desk();
  desk.ask("q1");
  await desk.press(0, undefined);
  assert.deepEqual(desk.done, []);
  assert.equal(desk.queue.first?.params.requestId, "q1");
  assert.equal(desk.toasts.length, 1);
});

test("a question that was answered elsewhere takes its notification away, whose buttons do nothing", async () => {
  const desk = new Desk();
  desk.ask("q1");
  desk.queue.answer("q1", { choice: "deny" });
  await desk.press(0, "Allow Once");
  assert.deepEqual(desk.done, ["hidden", "q1: too late"]);
});

test("a notification comes again if its button has not answered", async () => {
  const desk = new Desk();
  desk.ask("q1");
  await desk.press(0, "Deny...");
  assert.deepEqual(desk.done, ["q1: Deny with Reason..."]);
  assert.equal(desk.toasts.length, 2);
  await desk.press(1, "More");
  assert.deepEqual(desk.done.at(-1), "q1: choose");
  assert.equal(desk.toasts.length, 3);
  await desk.press(2, "For This Run");
  assert.deepEqual(desk.done.at(-1), "q1: Allow for Run");
  assert.equal(desk.toasts.length, 3);
});

test("the run can be stopped by the notification itself", async () => {
  const desk = new Desk();
  desk.ask("q1");
  await desk.press(0, "Stop");
  assert.deepEqual(desk.done, ["q1: Stop Run"]);
  assert.equal(desk.queue.first, undefined);
});

test("no two notifications with the same text stand at the same time", () => {
  const desk = new Desk();
  desk.ask("q1", "the same");
  desk.queue.answer("q1", { choice: "deny" });
  desk.ask("q2", "the same");
  assert.equal(desk.toasts.length, 2);
  assert.notEqual(desk.toasts[0]?.text, desk.toasts[1]?.text);
});
