/** Questions as notifications, one at a time. */

import type { Disposable } from "../disposable";
import { toastText, waysOf, type Question, type Way } from "./question";
import type { QuestionQueue } from "./questionQueue";

/** What a notification can do; the answer is the button, undefined if it was closed. */
export type ShowToast = (text: string, buttons: readonly string[]) => Promise<string | undefined>;

/** What a button of a notification is for. */
export interface ToastActions {
  /** Answer in that way, asking for a note if that is wanted. */
  take(question: Question, way: Way): Promise<void>;
  /** All ways to answer, to choose from. */
  chooseWay(question: Question): Promise<void>;
  /** The question had an answer before the button was pressed. */
  tooLate(question: Question): void;
  /** Put notifications out of sight, since one of them asks what has its answer. */
  hideToasts(): void;
}

const MORE = "More";

/** As many and as long as a notification has room for; `More` has every way to answer. */
export function toastButtons(question: Question): readonly string[] {
  const buttons = waysOf(question).map(buttonOf);
  return [...buttons.filter((button) => button !== undefined), MORE];
}

/** Undefined for what is behind `More` only. */
function buttonOf({ choice, asksForNote }: Way): string | undefined {
  switch (choice) {
    case "once":
      return "Allow Once";
    case "run":
      return "For This Run";
    case "deny":
      // A note may be empty.
      return asksForNote ? "Deny..." : undefined;
    case "stop":
      return "Stop";
    case "project":
    case "always":
      return undefined;
  }
}

/** Shows the first question of the queue. Closing a notification leaves its question open. */
export class QuestionToasts {
  private shown: Question | undefined;
  /** Texts of notifications that stand somewhere: VS Code closes one when its equal comes. */
  private readonly standing = new Set<string>();

  constructor(
    private readonly queue: QuestionQueue,
    private readonly show: ShowToast,
    private readonly actions: ToastActions,
  ) {}

  /** Begin to show what is asked. */
  watch(): Disposable {
    this.showFirst();
    return this.queue.onChange(() => {
      this.showFirst();
    });
  }

  private showFirst(): void {
    const { first } = this.queue;
    if (first !== this.shown) {
      this.shown = first;
      if (this.standing.size > 0) {
        this.actions.hideToasts();
      }
      if (first !== undefined) {
        void this.toast(first);
      }
    }
  }

  private async toast(question: Question): Promise<void> {
    const text = this.unusedText(question);
    this.standing.add(text);
    const button = await this.show(text, toastButtons(question));
    this.standing.delete(text);
    if (button !== undefined) {
      await this.pressed(question, button);
    }
  }

  private isOpen(question: Question): boolean {
    return this.queue.get(question.params.requestId) === question;
  }

  private unusedText(question: Question): string {
    const text = toastText(question);
    return this.standing.has(text) ? `${text} (confirmation ${String(question.number)})` : text;
  }

  private async pressed(question: Question, button: string): Promise<void> {
    if (!this.isOpen(question)) {
      this.actions.tooLate(question);
      return;
    }
    if (button === MORE) {
      await this.actions.chooseWay(question);
    } else {
      await this.take(question, button);
    }
    if (this.isOpen(question)) {
      // A notification goes with the button that was pressed; the question is still there.
      await this.toast(question);
    }
  }

  private async take(question: Question, button: string): Promise<void> {
    const way = waysOf(question).find((each) => buttonOf(each) === button);
    if (way !== undefined) {
      await this.actions.take(question, way);
    }
  }
}
