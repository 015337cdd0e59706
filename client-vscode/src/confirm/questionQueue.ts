/**
 * The questions that wait for an answer.
 *
 * A question leaves the queue by an answer, by being withdrawn, or with its server; a notification
 * that disappears answers nothing.
 */

import type { Cancellation, Disposable } from "../disposable";
import { Emitter } from "../emitter";
import type { ConfirmAnswer, ConfirmParams } from "../protocol/generated";
import { unanswered, type Question } from "./question";

/** Keys that come sooner were meant for the question before. */
const READING_MS = 500;

/** `isOpen` says whether the question came or went. */
export interface QuestionChange {
  readonly question: Question;
  readonly isOpen: boolean;
}

interface Waiting {
  readonly question: Question;
  readonly settle: (answer: ConfirmAnswer) => void;
}

export class QuestionQueue {
  private readonly waiting = new Map<string, Waiting>();
  private readonly changes = new Emitter<QuestionChange>();
  private count = 0;
  private shown: { readonly requestId: string | undefined; readonly since: number };

  /** `now` is in milliseconds from some moment on. */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.shown = { requestId: undefined, since: now() };
  }

  /** Resolves to the answer; a withdrawn question is denied. */
  readonly ask = (params: ConfirmParams, withdrawn: Cancellation): Promise<ConfirmAnswer> => {
    this.leave(params.requestId, "the request was sent again");
    this.count += 1;
    const question: Question = { number: this.count, params };
    return new Promise((resolve) => {
      const listening = withdrawn.onCancellationRequested(() => {
        this.withdraw(params.requestId);
      });
      const settle = (answer: ConfirmAnswer) => {
        listening.dispose();
        resolve(answer);
      };
      this.waiting.set(params.requestId, { question, settle });
      this.noteFirst();
      this.changes.fire({ question, isOpen: true });
      if (withdrawn.isCancellationRequested) {
        this.withdraw(params.requestId);
      }
    });
  };

  /** In the order in which they came. */
  all(): readonly Question[] {
    return [...this.waiting.values()].map((each) => each.question);
  }

  /** The one that is shown. */
  get first(): Question | undefined {
    return this.all()[0];
  }

  /** Whether there was no time yet to read what the first question is about. */
  get isFirstUnread(): boolean {
    return this.now() - this.shown.since < READING_MS;
  }

  get(requestId: string): Question | undefined {
    return this.waiting.get(requestId)?.question;
  }

  ofRun(runId: string): readonly Question[] {
    return this.all().filter((each) => each.params.runId === runId);
  }

  onChange(listener: (change: QuestionChange) => void): Disposable {
    return this.changes.event(listener);
  }

  /** Whether the question was open, and so took the answer. */
  answer(requestId: string, answer: ConfirmAnswer): boolean {
    const found = this.waiting.get(requestId);
    if (found === undefined) {
      return false;
    }
    this.waiting.delete(requestId);
    this.noteFirst();
    found.settle(answer);
    this.changes.fire({ question: found.question, isOpen: false });
    return true;
  }

  /** The server needs no answer any more. */
  withdraw(requestId: string): void {
    this.leave(requestId, "withdrawn");
  }

  forgetRun(runId: string): void {
    for (const question of this.ofRun(runId)) {
      this.leave(question.params.requestId, "the run has ended");
    }
  }

  private noteFirst(): void {
    const requestId = this.first?.params.requestId;
    if (requestId !== this.shown.requestId) {
      this.shown = { requestId, since: this.now() };
    }
  }

  /** The window closes, or the server is gone. */
  denyAll(note: string): void {
    for (const question of this.all()) {
      this.leave(question.params.requestId, note);
    }
  }

  /** It is not the user who answers. */
  private leave(requestId: string, note: string): void {
    const params = this.waiting.get(requestId)?.question.params;
    if (params !== undefined) {
      this.answer(requestId, { choice: unanswered(params), note });
    }
  }
}
