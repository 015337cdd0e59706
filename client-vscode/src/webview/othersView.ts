/** Other sessions: what one of them asks, and which work. Above the input, so that nothing is covered. */

import { t } from "../l10n";
import type { ChatState } from "../panel/messages";
import { pluralize } from "../displayText";
import { button, element, fill } from "./dom";

export interface OthersActions {
  readonly show: (runId: string) => void;
  readonly openSession: () => void;
}

export class OthersView {
  readonly element = element("div", { class: "others" });
  private shown = "";

  constructor(private readonly actions: OthersActions) {
    this.element.hidden = true;
  }

  update({ asks, running }: ChatState): void {
    const shown = JSON.stringify([asks, running]);
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    const working = running.filter(({ runId }) => runId !== asks?.runId);
    fill(
      this.element,
      asks === undefined ? undefined : this.row("asks", asks.text, asks.runId),
      ...(working.length > 1
        ? [this.many(working.length)]
        : working.map(({ runId, text }) => this.row("works", t("Also at work: {text}", { text }), runId))),
    );
    this.element.hidden = this.element.childElementCount === 0;
  }

  private row(kind: "asks" | "works", text: string, runId: string): HTMLElement {
    const attributes = { class: `other ${kind}`, attributes: kind === "asks" ? { role: "status" } : {} };
    const show = button(t("Show"), () => {
      this.actions.show(runId);
    }, { class: kind === "asks" ? "primary" : "link-button", attributes: { "aria-label": t("Show: {text}", { text }) } });
    return element("div", attributes, element("span", { class: "other-text", attributes: { dir: "auto" } }, text), show);
  }

  private many(count: number): HTMLElement {
    const open = button(t("Sessions..."), this.actions.openSession, { class: "link-button" });
    const text = t("{otherSessions} at work", { otherSessions: pluralize(count, "other session") });
    return element("div", { class: "other works" }, element("span", { class: "other-text" }, text), open);
  }
}
