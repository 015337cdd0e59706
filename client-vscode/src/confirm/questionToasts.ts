/** Questions as notifications, one at a time. */

import type { Disposable } from "../disposable";
import { t } from "../l10n";
import { ANSWER_LABELS } from "./answerLabels";
import { DECIDE, MORE, OWN_ANSWER, toastText, answerOptions, type Question, type AnswerOption } from "./question";
import type { QuestionQueue } from "./questionQueue";

/** What a notification can do; the answer is the button, undefined if it was closed. */
export type ShowToast = (text: string, buttons: readonly string[]) => Promise<string | undefined>;

/** What a button of a notification is for. */
export interface ToastActions {
  /** Answer with that option, asking for a note if it needs one. */
  answer(question: Question, option: AnswerOption): Promise<void>;
  /** Let the user pick among all options. */
  pickAnswer(question: Question): Promise<void>;
  /** The question had an answer before the button was pressed. */
  alreadyAnswered(question: Question): void;
  /** Hide notifications, one of which shows a question that was answered. */
  hideToasts(): void;
}

/** Of a question of the model; with more answers, `More` lists them. */
const MOST_BUTTONS = 6;

/** As many and as long as a notification has room for; `More` has every option. */
export function toastButtons(question: Question): readonly string[] {
  if (question.params.kind === "question") {
    const labels = answerOptions(question).map(({ label }) => label);
    return labels.length <= MOST_BUTTONS ? labels : [OWN_ANSWER, DECIDE, MORE];
  }
  if (question.params.kind === "approval") {
    return [...answerOptions(question).map(({ label }) => label), MORE];
  }
  const buttons = answerOptions(question).map(buttonOf);
  return [...buttons.filter((button) => button !== undefined), MORE];
}

/** Undefined for what is behind `More` only. */
function buttonOf({ choice, asksForNote }: AnswerOption): string | undefined {
  switch (choice) {
    case "once":
    case "run":
    case "stop":
      return ANSWER_LABELS[choice];
    case "deny":
      // A note may be empty.
      return asksForNote ? `${ANSWER_LABELS.deny}...` : undefined;
    case "project":
    case "always":
      return undefined;
  }
}

/**
 * Shows the first question of the queue, unless its card is in sight: a notification would stand in
 * front of it. Closing a notification leaves its question open.
 */
export class QuestionToasts {
  private shown: Question | undefined;
  /** Texts of visible notifications: VS Code closes one when an equal one comes. */
  private readonly visible = new Set<string>();

  constructor(
    private readonly queue: QuestionQueue,
    private readonly show: ShowToast,
    private readonly actions: ToastActions,
    private readonly isCardVisible: (question: Question) => boolean = () => false,
  ) {}

  /** Begin to show what is asked. */
  watch(): Disposable {
    this.showFirst();
    return this.queue.onChange(() => {
      this.showFirst();
    });
  }

  /** Cards came into sight, or went out of it. */
  readonly showFirst = (): void => {
    const { first: next } = this.queue;
    const first = next !== undefined && this.isCardVisible(next) ? undefined : next;
    if (first !== this.shown) {
      this.shown = first;
      if (this.visible.size > 0) {
        this.actions.hideToasts();
      }
      if (first !== undefined) {
        void this.showToast(first);
      }
    }
  };

  private async showToast(question: Question): Promise<void> {
    const text = this.unusedText(question);
    this.visible.add(text);
    const button = await this.show(text, toastButtons(question));
    this.visible.delete(text);
    if (button !== undefined) {
      await this.pressed(question, button);
    }
  }

  private isOpen(question: Question): boolean {
    return this.queue.get(question.params.requestId) === question;
  }

  private unusedText(question: Question): string {
    const text = toastText(question);
    return this.visible.has(text) ? t("{text} (confirmation {number})", { text, number: question.number }) : text;
  }

  private async pressed(question: Question, button: string): Promise<void> {
    if (!this.isOpen(question)) {
      this.actions.alreadyAnswered(question);
      return;
    }
    if (button === MORE) {
      await this.actions.pickAnswer(question);
    } else {
      await this.answer(question, button);
    }
    if (this.isOpen(question)) {
      // A notification goes with the button that was pressed; the question is still there.
      await this.showToast(question);
    }
  }

  private async answer(question: Question, button: string): Promise<void> {
    const isOf = (each: AnswerOption): boolean =>
      (question.params.kind === "question" ? each.label : buttonOf(each)) === button;
    const option = answerOptions(question).find(isOf);
    if (option !== undefined) {
      await this.actions.answer(question, option);
    }
  }
}
