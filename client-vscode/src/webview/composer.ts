/** The input with which a session is continued. */

import { button, element, freshId, setText } from "./dom";

export class Composer {
  readonly element = element("form", { class: "composer" });
  private readonly field: HTMLTextAreaElement;
  private readonly send: HTMLButtonElement;
  private readonly hint = element("p", { class: "hint", attributes: { id: freshId("hint") } });
  private blockedReason = "";

  constructor(
    private readonly onSend: (prompt: string) => void,
    private readonly onDraft: (draft: string) => void,
  ) {
    const id = freshId("prompt");
    this.field = element("textarea", {
      attributes: {
        id,
        rows: "2",
        placeholder: "Continue the session",
        "aria-describedby": this.hint.id,
      },
    });
    this.send = button("Send", () => {
      this.submit();
    }, { class: "primary", attributes: { "aria-describedby": this.hint.id } });
    this.element.append(
      element("label", { class: "visually-hidden", attributes: { for: id } }, "Follow-up task"),
      element("div", { class: "composer-row" }, this.field, this.send),
      this.hint,
    );
    this.listen();
    this.setBlocked("");
  }

  /** Why nothing can be sent; empty if it can. */
  setBlocked(blockedReason: string): void {
    this.blockedReason = blockedReason;
    const isBlocked = blockedReason !== "";
    // Not `disabled`: the field would lose the focus, and screen readers would not announce why.
    this.field.readOnly = isBlocked;
    for (const each of [this.field, this.send]) {
      each.setAttribute("aria-disabled", String(isBlocked));
    }
    setText(this.hint, isBlocked ? blockedReason : "Enter to send, Shift+Enter for a new line.");
  }

  /** A text that was written before; what is there stays in front of it. */
  restore(draft: string): void {
    const { value } = this.field;
    this.field.value = value === "" || value === draft ? draft : `${draft}\n${value}`;
    this.onDraft(this.field.value);
  }

  private listen(): void {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.field.addEventListener("input", () => {
      this.onDraft(this.field.value);
    });
    this.field.addEventListener("keydown", (event) => {
      // While an input method composes, Enter takes its suggestion.
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        this.submit();
      }
    });
  }

  private submit(): void {
    const prompt = this.field.value;
    if (this.blockedReason !== "" || prompt.trim() === "") {
      return;
    }
    this.field.value = "";
    this.onDraft("");
    this.onSend(prompt);
  }
}
