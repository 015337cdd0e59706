/** What the user said to a run that works, and its model has not read yet. */

import type { QueuedMessage } from "../../panel/messages";
import { button, element, fill } from "../dom";

const MAX_SHOWN = 200;

export interface QueueActions {
  readonly withdraw: (messageId: string) => void;
  readonly hurry: (messageId: string) => void;
}

export class QueueView {
  readonly element = element("ul", { class: "queued", attributes: { "aria-label": "Queued messages" } });
  private shown: readonly QueuedMessage[] | undefined;

  constructor(private readonly actions: QueueActions) {}

  update(queued: readonly QueuedMessage[]): void {
    if (queued !== this.shown) {
      this.shown = queued;
      fill(this.element, ...queued.map((message) => this.row(message)));
      this.element.hidden = queued.length === 0;
    }
  }

  private row({ messageId, text }: QueuedMessage): HTMLElement {
    const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
    const link = (label: string, title: string, act: () => void) =>
      button(label, act, { class: "link-button", attributes: { title } });
    return element(
      "li",
      {},
      element("span", { class: "queued-text", attributes: { dir: "auto" } }, `Queued: ${shown}`),
      link("Send Now", "Interrupt the agent and have it read this message", () => {
        this.actions.hurry(messageId);
      }),
      link("Edit", "Move the message back into the input", () => {
        this.actions.withdraw(messageId);
      }),
    );
  }
}
