/** What the server asks about itself: in the chat that is in sight, else by a notification. */

import type { Button, MessageLevel } from "../commands/ui";
import type { ShowMessage } from "../daemon/serverMessages";
import type { Disposable } from "../disposable";

export interface QuestionPlaces {
  /** Asks in the chat that is in sight; false if none is. */
  readonly inChat: (level: MessageLevel, text: string, buttons: readonly Button[]) => boolean;
  /** Chats came into sight, or went out of it. */
  readonly onVisibility: (listener: () => void) => Disposable;
  readonly notify: ShowMessage;
  /** They go behind the bell, where they can still be answered. */
  readonly hideNotifications: () => void;
}

/** Shows what has buttons where it covers no input; a notification moves into the chat that is opened. */
export function askInOnePlace(places: QuestionPlaces): ShowMessage {
  return (level, text, labels) =>
    labels.length === 0 ? places.notify(level, text, labels) : asked(places, level, text, labels);
}

function asked(places: QuestionPlaces, level: MessageLevel, text: string, labels: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const buttons = labels.map((label) => ({
      label,
      act: () => {
        resolve(label);
        return Promise.resolve();
      },
    }));
    const isInChat = () => places.inChat(level, text, buttons);
    if (isInChat()) {
      return;
    }
    let hasMoved = false;
    const watch = places.onVisibility(() => {
      if (!hasMoved && isInChat()) {
        hasMoved = true;
        places.hideNotifications();
      }
    });
    void places.notify(level, text, labels).then((label) => {
      watch.dispose();
      if (!hasMoved || label !== undefined) {
        resolve(label);
      }
    });
  });
}
