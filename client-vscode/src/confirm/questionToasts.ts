/** Questions as notifications, one at a time. */

import type { Disposable } from "../disposable";
import { ANSWER_LABELS } from "./answerLabels";
import { DECIDE, MORE, OWN_ANSWER, toastText, answerOptions, type Question, type AnswerOption } from "./question";
import type { QuestionQueue } from "./questionQueue";

/** A notification with links and Cancel, that is there until it is disposed. */
export type ShowToast = (text: string, links: readonly string[], pressed: ToastPresses) => Disposable;

export interface ToastPresses {
  /** As often as a link is pressed. */
  readonly link: (label: string) => void;
  /** It is gone then. */
  readonly cancel: () => void;
}

/** What a button of a notification is for. */
export interface ToastActions {
  /** Answer with that option, asking for a note if it needs one. */
  answer(question: Question, option: AnswerOption): Promise<void>;
  /** Let the user pick among all options. */
  pickAnswer(question: Question): Promise<void>;
}

/** Of a question of the model; with more or longer answers, `More` lists them. */
const MOST_BUTTONS = 6;
const MOST_LABEL_CHARS = 160;

/** As many and as long as a notification has room for; `More` has every option, and Cancel stops. */
export function toastLinks(question: Question): readonly string[] {
  if (question.params.kind === "question") {
    const labels = answerOptions(question).filter(({ choice }) => choice !== "stop").map(({ label }) => label);
    const fits = labels.length <= MOST_BUTTONS && labels.join("").length <= MOST_LABEL_CHARS;
    return fits ? labels : [OWN_ANSWER, DECIDE, MORE];
  }
  if (question.params.kind === "approval") {
    return [...answerOptions(question).map(({ label }) => label), MORE];
  }
  const links = answerOptions(question).map(linkOf);
  return [...links.filter((link) => link !== undefined), MORE];
}

/** Undefined for what is behind `More` only. */
function linkOf({ choice, asksForNote }: AnswerOption): string | undefined {
  switch (choice) {
    case "once":
    case "run":
      return ANSWER_LABELS[choice];
    case "deny":
      // A note may be empty.
      return asksForNote ? `${ANSWER_LABELS.deny}...` : undefined;
    case "project":
    case "always":
    case "stop":
      return undefined;
  }
}

/**
 * Shows the first question of the queue, unless its card is in sight: a notification would stand in
 * front of it. It goes with its question; closing it leaves that open.
 */
export class QuestionToasts {
  private shown: Question | undefined;
  private toast: Disposable | undefined;

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
      this.toast?.dispose();
      this.shown = first;
      this.toast = first && this.show(toastText(first), toastLinks(first), {
        link: (label) => void this.pressed(first, label),
        cancel: () => void this.cancelled(first),
      });
    }
  };

  private async pressed(question: Question, link: string): Promise<void> {
    if (link === MORE && this.isOpen(question)) {
      await this.actions.pickAnswer(question);
      return;
    }
    const { kind } = question.params;
    const hasOwn = kind === "question" || kind === "approval";
    await this.answer(question, (each) => (hasOwn ? each.label : linkOf(each)) === link);
  }

  private async cancelled(question: Question): Promise<void> {
    await this.answer(question, ({ choice }) => choice === "stop");
  }

  private async answer(question: Question, isMeant: (option: AnswerOption) => boolean): Promise<void> {
    const option = answerOptions(question).find(isMeant);
    if (option !== undefined && this.isOpen(question)) {
      await this.actions.answer(question, option);
    }
  }

  private isOpen(question: Question): boolean {
    return this.queue.get(question.params.requestId) === question;
  }
}
