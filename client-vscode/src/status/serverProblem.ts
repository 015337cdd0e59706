/** What is wrong with the server, told in one place: in the chat that is in sight, else by a notification. */

import type { Disposable } from "../disposable";
import type { ServerError } from "../daemon/serverError";

export interface ProblemPlaces {
  /** Shows it in the chat that is in sight; false if none is. */
  readonly inChat: (error: ServerError) => boolean;
  /** Chats came into sight, or went out of it. */
  readonly onVisibility: (listener: () => void) => Disposable;
  /** They go behind the bell, where they can still be read. */
  readonly hideNotifications: () => void;
}

export class ServerProblem {
  /** Told by a notification, which may stand in front of a chat that is opened. */
  private notified: ServerError | undefined;

  constructor(private readonly places: ProblemPlaces) {}

  /** Moves what was told into the chat when that is opened. */
  watch(): Disposable {
    return this.places.onVisibility(() => {
      const { notified } = this;
      if (notified !== undefined && this.places.inChat(notified)) {
        this.forget();
        this.places.hideNotifications();
      }
    });
  }

  /** One that no button of the chat helps against is told by `notify`, whatever is in sight. */
  tell(error: ServerError, notify: () => void): void {
    this.forget();
    if (error.remedy === undefined) {
      notify();
    } else if (!this.places.inChat(error)) {
      this.notified = error;
      notify();
    }
  }

  /** It is none any more, or nobody wants to hear of it. */
  forget(): void {
    this.notified = undefined;
  }
}
