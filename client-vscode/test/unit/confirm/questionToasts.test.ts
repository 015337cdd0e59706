import assert from "node:assert/strict";
import { test } from "node:test";

import type { AnswerOption } from "../../../src/confirm/question";
import { QuestionQueue } from "../../../src/confirm/questionQueue";
import { QuestionToasts, type ToastActions, type ToastPresses } from "../../../src/confirm/questionToasts";
import { toastTitle } from "../../../src/confirm/toastLinks";
import { CancellationSource } from "../../../src/daemon/cancellationSource";
import { settled } from "../support/manualTimer";
import { question } from "../support/values";

interface Toast {
  readonly text: string;
  readonly pressed: ToastPresses;
  isThere: boolean;
}

/** Notifications, and what their buttons did. */
class Services {
  readonly queue = new QuestionQueue();
  readonly toasts: Toast[] = [];
  readonly done: string[] = [];
  isCardVisible = false;
  private readonly questionToasts: QuestionToasts;

  constructor() {
    const show = (text: string, _: readonly string[], pressed: ToastPresses) => {
      const toast: Toast = { text, pressed, isThere: true };
      this.toasts.push(toast);
      return { dispose: () => void (toast.isThere = false) };
    };
    const actions: ToastActions = {
      answer: ({ params }, option: AnswerOption) => {
        this.done.push(`${params.requestId}: ${option.label}`);
        if (!option.asksForNote) {
          this.queue.answer(params.requestId, { choice: option.choice });
        }
        return Promise.resolve();
      },
      pickAnswer: ({ params }) => this.note(`${params.requestId}: choose`),
    };
    this.questionToasts = new QuestionToasts(this.queue, show, actions, () => this.isCardVisible);
    this.questionToasts.watch();
  }

  /** The panels with the cards come into sight, or go. */
  seesCards(isCardVisible: boolean): void {
    this.isCardVisible = isCardVisible;
    this.questionToasts.showFirst();
  }

  ask(requestId: string, kind: "command" | "approval" = "command"): void {
    void this.queue.ask(question({ requestId, title: requestId, kind }), new CancellationSource().token);
  }

  /** Which notifications are there, in the order in which they came. */
  areThere(): readonly boolean[] {
    return this.toasts.map(({ isThere }) => isThere);
  }

  async press(index: number, link: string): Promise<void> {
    this.toasts[index]?.pressed.link(link);
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
  assert.deepEqual(services.areThere(), [true]);
  services.seesCards(true);
  assert.deepEqual(services.areThere(), [false]);
});

test("one question is shown at a time", async () => {
  const services = new Services();
  services.ask("q1");
  services.ask("q2");
  assert.equal(services.toasts.length, 1);
  await services.press(0, "Allow Once");
  assert.deepEqual(services.done, ["q1: Allow Once"]);
  assert.deepEqual(services.areThere(), [false, true]);
  assert.match(services.toasts[1]?.text ?? "", /q2/);
});

test("a question that was answered elsewhere takes its notification away, whose buttons do nothing", async () => {
  const services = new Services();
  services.ask("q1");
  services.queue.answer("q1", { choice: "deny" });
  assert.deepEqual(services.areThere(), [false]);
  await services.press(0, "Allow Once");
  assert.deepEqual(services.done, []);
});

test("a notification is there until its question is answered", async () => {
  const services = new Services();
  services.ask("q1");
  await services.press(0, "Deny...");
  assert.deepEqual(services.done, ["q1: Deny with Reason..."]);
  await services.press(0, "More");
  assert.deepEqual(services.done.at(-1), "q1: choose");
  assert.deepEqual(services.areThere(), [true]);
  await services.press(0, "For This Run");
  assert.deepEqual(services.done.at(-1), "q1: For This Run");
  assert.deepEqual(services.areThere(), [false]);
});

test("a question with answers of its own is answered by the links of these", async () => {
  const services = new Services();
  services.ask("q1", "approval");
  await services.press(0, "Approve");
  assert.deepEqual(services.done, ["q1: Approve"]);
});

test("the run can be stopped by the notification itself", async () => {
  const services = new Services();
  services.ask("q1");
  services.toasts[0]?.pressed.cancel();
  await settled();
  assert.deepEqual(services.done, ["q1: Stop"]);
  assert.equal(services.queue.first, undefined);
});

test("a notification has links for its buttons, which no label can leave, and loses nothing of a command", () => {
  const title = toastTitle("Run `echo $(date)`?", ["Allow Once", "a](command:b)"], (at) => `press?${JSON.stringify([7, at])}`);
  const links = '[Allow Once](command:press?%5B7,0%5D "Answer") · [a)(command:b)](command:press?%5B7,1%5D "Answer")';
  assert.equal(title, `Run \`echo $\u200c(date)\`? · ${links}`);
});
