/** The result of an action of the user in the panel. */

import type { Tone } from "../conversation/blocks";
import { button, element, setText } from "./dom";

export class Toast {
  private readonly text = element("span", { attributes: { role: "status" } });
  private readonly close = button("Dismiss", () => {
    this.element.hidden = true;
  }, { class: "link-button" });
  readonly element = element("div", { class: "toast" }, this.text, this.close);

  constructor() {
    this.element.hidden = true;
  }

  show(text: string, tone: Tone): void {
    this.element.dataset["tone"] = tone;
    this.element.hidden = false;
    setText(this.text, text);
  }
}
