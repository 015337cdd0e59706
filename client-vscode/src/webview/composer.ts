/** The input: continues the session, or tells a run that works what else there is. */

import type { QueuedMessage } from "../panel/messages";
import { button, element, fill, freshId, setText } from "./dom";

/** What the input is told. */
export interface ComposerState {
  /** Why nothing can be sent; empty if it can. */
  readonly blockedReason: string;
  /** Whether a run works, which hears what is sent. */
  readonly isWorking: boolean;
  /** What its model has not read yet. */
  readonly queued: readonly QueuedMessage[];
}

export interface ComposerActions {
  readonly send: (prompt: string, interrupt: boolean) => void;
  readonly draft: (draft: string) => void;
  readonly withdraw: (messageId: string) => void;
  readonly hurry: (messageId: string) => void;
}

const NOTHING: ComposerState = { blockedReason: "", isWorking: false, queued: [] };
const MAX_SHOWN = 200;

export class Composer {
  readonly element = element("form", { class: "composer" });
  private readonly queue = element("ul", { class: "queued", attributes: { "aria-label": "Queued messages" } });
  private readonly field: HTMLTextAreaElement;
  private readonly send: HTMLButtonElement;
  private readonly hint = element("p", { class: "hint", attributes: { id: freshId("hint") } });
  private state: ComposerState = NOTHING;

  constructor(private readonly actions: ComposerActions) {
    const id = freshId("prompt");
    this.field = element("textarea", {
      attributes: { id, rows: "2", "aria-describedby": this.hint.id },
    });
    this.send = button("Send", () => {
      this.submit(false);
    }, { class: "primary", attributes: { "aria-describedby": this.hint.id } });
    this.element.append(
      this.queue,
      element("label", { class: "visually-hidden", attributes: { for: id } }, "Message to the agent"),
      element("div", { class: "composer-row" }, this.field, this.send),
      this.hint,
    );
    this.listen();
    this.update(NOTHING);
  }

  update(state: ComposerState): void {
    if (state.queued !== this.state.queued) {
      this.showQueue(state.queued);
    }
    this.state = state;
    const isBlocked = state.blockedReason !== "";
    // Not `disabled`: the field would lose the focus, and screen readers would not announce why.
    this.field.readOnly = isBlocked;
    for (const each of [this.field, this.send]) {
      each.setAttribute("aria-disabled", String(isBlocked));
    }
    const placeholder = state.isWorking ? "Message the agent while it works" : "Continue the session";
    if (this.field.placeholder !== placeholder) {
      this.field.placeholder = placeholder;
    }
    setText(this.hint, isBlocked ? state.blockedReason : hintOf(state));
  }

  /** A text that was written before; what is there stays in front of it. */
  restore(draft: string): void {
    const { value } = this.field;
    this.field.value = value === "" || value === draft ? draft : `${draft}\n${value}`;
    this.actions.draft(this.field.value);
  }

  private showQueue(queued: readonly QueuedMessage[]): void {
    const items = queued.map(({ messageId, text }) => {
      const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
      return element(
        "li",
        {},
        element("span", { class: "queued-text", attributes: { dir: "auto" } }, `Queued: ${shown}`),
        button("Send Now", () => {
          this.actions.hurry(messageId);
        }, { class: "link-button", attributes: { title: "Interrupt the agent and have it read this message" } }),
        button("Edit", () => {
          this.actions.withdraw(messageId);
        }, { class: "link-button", attributes: { title: "Move the message back into the input" } }),
      );
    });
    fill(this.queue, ...items);
    this.queue.hidden = items.length === 0;
  }

  private listen(): void {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(false);
    });
    this.field.addEventListener("input", () => {
      this.actions.draft(this.field.value);
    });
    this.field.addEventListener("keydown", (event) => {
      // While an input method composes, Enter takes its suggestion.
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        this.submit(event.ctrlKey || event.metaKey);
      }
    });
  }

  private submit(interrupt: boolean): void {
    const prompt = this.field.value;
    if (this.state.blockedReason !== "" || prompt.trim() === "") {
      return;
    }
    this.field.value = "";
    this.actions.draft("");
    this.actions.send(prompt, interrupt);
  }
}

function hintOf(state: ComposerState): string {
  return state.isWorking
    ? "Enter to send after the current step, Ctrl+Enter to interrupt, Shift+Enter for a new line."
    : "Enter to send, Shift+Enter for a new line.";
}
