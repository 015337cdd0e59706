import assert from "node:assert/strict";
import { test } from "node:test";

import type { AnswerOption } from "../../../src/confirm/question";
import { QuestionQueue } from "../../../src/confirm/questionQueue";
import { QuestionToasts, type ToastActions } from "../../../src/confirm/questionToasts";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import { settled } from "../support/manualTimer";
import { question } from "../support/values";

interface Toast {
  readonly text: string;
  readonly press: (button: string | undefined) => void;
}

/** Notifications that stand until they are pressed, and what their buttons did. */
class Services {
  readonly queue = new QuestionQueue();
  readonly toasts: Toast[] = [];
  readonly done: string[] = [];
  isCardVisible = false;
  private readonly questionToasts: QuestionToasts;

  constructor() {
    const show = (text: string) =>
      new Promise<string | undefined>((press) => this.toasts.push({ text, press }));
    const actions: ToastActions = {
      answer: ({ params }, option: AnswerOption) => {
        this.done.push(`${params.requestId}: ${option.label}`);
        if (!option.asksForNote) {
          this.queue.answer(params.requestId, { choice: option.choice });
        }
        return Promise.resolve();
      },
      pickAnswer: ({ params }) => this.note(`${params.requestId}: choose`),
      alreadyAnswered: ({ params }) => void this.note(`${params.requestId}: too late`),
      hideToasts: () => void this.note("hidden"),
    };
    this.questionToasts = new QuestionToasts(this.queue, show, actions, () => this.isCardVisible);
    this.questionToasts.watch();
  }

  /** The panels with the cards come into sight, or go. */
  seesCards(isCardVisible: boolean): void {
    this.isCardVisible = isCardVisible;
    this.questionToasts.showFirst();
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

test("a question whose card is in sight has no notification in front of it", () => {
  const services = new Services();
  services.seesCards(true);
  services.ask("q1");
  assert.deepEqual(services.toasts, []);
  services.seesCards(false);
  assert.equal(services.toasts.length, 1);
  services.seesCards(true);
  assert.deepEqual(services.done, ["hidden"]);
});

test("one question is shown at a time", async () => {
  const services = new Services();
  services.ask("q1");
  services.ask("q2");
  assert.equal(services.toasts.length, 1);
  await services.press(0, "Allow Once");
  assert.deepEqual(services.done, ["q1: Allow Once"]);
  assert.equal(services.toasts.length, 2);
  assert.match(services.toasts[1]?.text ?? "", /q2/);
});

test("closing a notification leaves its question open", async () => {
  const services = new Services();
  services.ask("q1");
  await services.press(0, undefined);
  assert.deepEqual(services.done, []);
  assert.equal(services.queue.first?.params.requestId, "q1");
  assert.equal(services.toasts.length, 1);
});

test("a question that was answered elsewhere takes its notification away, whose buttons do nothing", async () => {
  const services = new Services();
  services.ask("q1");
  services.queue.answer("q1", { choice: "deny" });
  await services.press(0, "Allow Once");
  assert.deepEqual(services.done, ["hidden", "q1: too late"]);
});

test("a notification comes again if its button has not answered", async () => {
  const services = new Services();
  services.ask("q1");
  await services.press(0, "Deny...");
  assert.deepEqual(services.done, ["q1: Deny with Reason..."]);
  assert.equal(services.toasts.length, 2);
  await services.press(1, "More");
  assert.deepEqual(services.done.at(-1), "q1: choose");
  assert.equal(services.toasts.length, 3);
  await services.press(2, "For This Run");
  assert.deepEqual(services.done.at(-1), "q1: For This Run");
  assert.equal(services.toasts.length, 3);
});

test("the run can be stopped by the notification itself", async () => {
  const services = new Services();
  services.ask("q1");
  await services.press(0, "Stop");
  assert.deepEqual(services.done, ["q1: Stop"]);
  assert.equal(services.queue.first, undefined);
});

test("no two notifications with the same text stand at the same time", () => {
  const services = new Services();
  services.ask("q1", "the same");
  services.queue.answer("q1", { choice: "deny" });
  services.ask("q2", "the same");
  assert.equal(services.toasts.length, 2);
  assert.notEqual(services.toasts[0]?.text, services.toasts[1]?.text);
});
