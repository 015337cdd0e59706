/** The result of an action of the user in the panel. */

import type { Tone } from "../conversation/blocks";
import { inEditorWords, withCapital } from "../editorWords";
import { buttonsFor, type Remedy } from "../remedies";
import { button, element, setText } from "./dom";

export class Toast {
  private readonly text = element("span", { attributes: { role: "status" } });
  private readonly close = button("Dismiss", () => {
    this.hide();
  }, { class: "link-button dismiss" });
  private readonly buttons = element("span", { class: "buttons" });
  readonly element = element("div", { class: "toast" }, this.text, this.buttons, this.close);

  constructor(private readonly onRemedy: (remedy: Remedy) => void) {
    this.element.hidden = true;
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** What had to be done about it may be done: whether it goes. */
  settle(): boolean {
    const isAnswered = !this.element.hidden && this.buttons.childElementCount > 0;
    if (isAnswered) {
      this.hide();
    }
    return isAnswered;
  }

  show(text: string, tone: Tone, remedy?: Remedy): void {
    this.element.dataset["tone"] = tone;
    this.element.hidden = false;
    setText(this.text, withCapital(inEditorWords(text)));
    // What could not be sent stands in the input again, from where it is sent once more.
    const others = buttonsFor(remedy).filter((each) => each.remedy.kind !== "retry");
    this.buttons.replaceChildren(...others.map((each) =>
      button(each.label, () => {
        this.onRemedy(each.remedy);
      }, { class: "secondary" }),
    ));
  }
}
