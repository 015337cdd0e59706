/** What the chat says above its input, with buttons that do what only the extension can. */

import { isSet, numberOf, textsOf, type Fields } from "../conversation/event";
import type { Tone } from "../conversation/blocks";

export interface NoticeButton {
  readonly label: string;
  readonly act: () => Promise<unknown>;
}

/** The buttons as the webview has them; `number` is that of the notice. */
export interface NoticeLabels {
  readonly number: number;
  readonly labels: readonly string[];
  /** Whether it stays until one is pressed. */
  readonly isQuestion: boolean;
}

export interface Notice {
  readonly type: "notification";
  readonly tone: Tone;
  readonly text: string;
  readonly buttons: NoticeLabels;
}

/** Undefined if there are none. */
export function readLabels(fields: Fields): NoticeLabels | undefined {
  const labels = textsOf(fields, "labels");
  return labels.length === 0 ? undefined : { number: numberOf(fields, "number") ?? 0, labels, isQuestion: isSet(fields, "isQuestion") };
}

/** The last notice of a chat: only its buttons can be pressed. */
export class LastNotice {
  private number = 0;
  private buttons: readonly NoticeButton[] = [];

  next(tone: Tone, text: string, buttons: readonly NoticeButton[], isQuestion = false): Notice {
    this.number += 1;
    this.buttons = buttons;
    return { type: "notification", tone, text, buttons: { number: this.number, labels: buttons.map(({ label }) => label), isQuestion } };
  }

  async press({ number, label }: { readonly number: number; readonly label: string }): Promise<void> {
    if (number === this.number) {
      await this.buttons.find((each) => each.label === label)?.act();
    }
  }
}
