/** What the user said, and no model has read yet. */

import { t } from "../../l10n";
import type { QueuedMessage } from "../../panel/messages";
import { button, element, fill } from "../dom";

const MAX_SHOWN = 200;

export type QueueAction = "withdraw" | "discard" | "hurry";

export interface QueueActions {
  readonly queue: (action: QueueAction, messageId: string) => void;
}

export class QueueView {
  readonly element = element("ul", { class: "queued", attributes: { "aria-label": t("Queued messages") } });
  private shown: readonly QueuedMessage[] | undefined;

  constructor(private readonly actions: QueueActions) {}

  update(queued: readonly QueuedMessage[]): void {
    if (queued !== this.shown) {
      this.shown = queued;
      fill(this.element, ...queued.map((message) => this.row(message)));
      this.element.hidden = queued.length === 0;
    }
  }

  private row({ messageId, text, stage, missing }: QueuedMessage): HTMLElement {
    const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
    const link = (label: string, title: string, action: QueueAction) =>
      button(label, () => {
        this.actions.queue(action, messageId);
      }, { class: "link-button", attributes: { title } });
    const own = [
      link(t("Edit"), t("Move the message back into the input"), "withdraw"),
      link(t("Remove"), t("Remove the message"), "discard"),
    ];
    const send = stage === "heard"
      ? link(t("Send Now"), t("Interrupt the agent and have it read this message"), "hurry")
      : link(t("Send"), t("Send the message"), "hurry");
    return element(
      "li",
      {},
      element("span", { class: "queued-text", attributes: { dir: "auto" } }, `${stage === "unsent" ? t("Not sent") : t("Queued")}: ${shown}`),
      missing.length === 0 ? undefined : element("span", { class: "quiet" }, t("Not attached any more: {missing}", { missing: missing.join(", ") })),
      stage === "heard" || stage === "unsent" ? send : undefined,
      ...(stage === "going" ? [] : own),
    );
  }
}
