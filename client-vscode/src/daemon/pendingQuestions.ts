/** Open `architect/confirm` requests, and how they are withdrawn. */

import type { Cancellation, Disposable } from "../disposable";
import { Emitter } from "../emitter";
import type { ConfirmAnswer, ConfirmParams, ConfirmResolved } from "../protocol/generated";
import { unanswered } from "../confirm/question";
import { CancellationSource } from "./cancellationSource";
import type { Answerer } from "./daemon";

const NOBODY = "nobody was available to confirm";

export class PendingQuestions {
  private readonly open = new Map<string, CancellationSource>();
  private readonly resolvedListeners = new Emitter<ConfirmResolved>();
  private answerer: Answerer | undefined;
  /** How often a server left. */
  private servers = 0;

  answerBy(answerer: Answerer): Disposable {
    this.answerer = answerer;
    return {
      dispose: () => {
        if (this.answerer === answerer) {
          this.answerer = undefined;
        }
      },
    };
  }

  onResolved(listener: (resolved: ConfirmResolved) => void): Disposable {
    return this.resolvedListeners.event(listener);
  }

  /** Never resolves if the server leaves before there is an answer: it would take one for the user's. */
  async ask(question: ConfirmParams, cancellation: Cancellation): Promise<ConfirmAnswer> {
    if (this.answerer === undefined) {
      return { choice: unanswered(question), note: NOBODY };
    }
    const { servers } = this;
    const withdrawal = new CancellationSource();
    const following = withdrawal.follow(cancellation);
    this.open.set(question.requestId, withdrawal);
    try {
      const answer = await this.answerer(question, withdrawal.token);
      return await (servers === this.servers ? answer : new Promise<never>(() => undefined));
    } finally {
      if (this.open.get(question.requestId) === withdrawal) {
        this.open.delete(question.requestId);
      }
      following.dispose();
    }
  }

  resolved(resolved: ConfirmResolved): void {
    this.open.get(resolved.requestId)?.cancel();
    this.resolvedListeners.fire(resolved);
  }

  /** The server that asked is gone, or goes. */
  withdrawAll(): void {
    this.servers += 1;
    for (const requestId of [...this.open.keys()]) {
      this.resolved({ requestId, reason: "cancelled" });
    }
  }
}
