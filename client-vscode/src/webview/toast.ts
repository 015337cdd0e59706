/** The result of an action of the user in the panel. */

import type { Tone } from "../conversation/blocks";
import { t } from "../l10n";
import type { NoticeLabels } from "../panel/notice";
import { inEditorWords, withCapital } from "../editorWords";
import { buttonsFor, type Remedy } from "../remedies";
import { button, element, setText } from "./dom";

export interface ToastActions {
  readonly remedy: (remedy: Remedy) => void;
  readonly press: (number: number, label: string) => void;
}

/** What can be done about it: what helps against an error, and buttons that the extension knows by their labels. */
interface Offers {
  readonly remedy?: Remedy;
  readonly buttons?: NoticeLabels;
}

export class Toast {
  private readonly text = element("span", { attributes: { role: "status" } });
  private readonly close = button(t("Dismiss"), () => {
    this.hide();
  }, { class: "link-button dismiss" });
  private readonly buttons = element("span", { class: "buttons" });
  readonly element = element("div", { class: "toast" }, this.text, this.buttons, this.close);

  private isSettled = true;
  private isQuestion = false;

  constructor(private readonly actions: ToastActions) {
    this.element.hidden = true;
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** The user does something else, which leaves a question open. */
  pass(): void {
    this.element.hidden ||= !this.isQuestion;
  }

  /** What had to be done about it may be done: whether it goes. */
  settle(): boolean {
    const isAnswered = !this.element.hidden && !this.isSettled;
    if (isAnswered) {
      this.hide();
    }
    return isAnswered;
  }

  show(text: string, tone: Tone, { remedy, buttons }: Offers = {}): void {
    this.element.dataset["tone"] = tone;
    this.element.hidden = false;
    setText(this.text, withCapital(inEditorWords(text)));
    // What could not be sent stands in the input again, from where it is sent once more.
    const others = buttonsFor(remedy).filter((each) => each.remedy.kind !== "retry");
    this.isSettled = others.length === 0;
    this.isQuestion = buttons?.isQuestion === true;
    this.buttons.replaceChildren(
      ...others.map((each) => this.button(each.label, () => { this.actions.remedy(each.remedy); })),
      ...(buttons?.labels ?? []).map((label) =>
        this.button(label, () => {
          this.hide();
          this.actions.press(buttons?.number ?? 0, label);
        }),
      ),
    );
  }

  private button(label: string, act: () => void): HTMLButtonElement {
    return button(label, act, { class: "secondary" });
  }
}
