/** How a run ended, what it took, and what can be done now. */

import type { OutcomeBlock } from "../../conversation/blocks";
import { inEditorWords, withCapital } from "../../editorWords";
import { t } from "../../l10n";
import { buttonsFor } from "../../remedies";
import type { BlockActions, BlockView } from "../blockView";
import { button, element } from "../dom";
import { dollars, duration } from "../format";
import { onceButton } from "../onceButton";
import { refilled } from "../refilledView";

/** Endings behind which the session can go on as it was. */
const RESUMABLE: ReadonlySet<string> = new Set(["interrupted", "cancelled", "limit", "failed"]);

export function outcomeView(actions: BlockActions): BlockView {
  const box = element("section", { class: "card outcome", attributes: { "aria-label": t("Outcome") } });
  return refilled("outcome", box, (block: OutcomeBlock) => {
    box.dataset["tone"] = block.tone;
    box.dataset["outcome"] = block.outcome;
    return [
      element(
        "div",
        { class: "card-head" },
        element("span", { class: "mark", attributes: { "aria-hidden": "true" } }),
        element("strong", {}, block.title),
        element("span", { class: "call-state" }, spent(block)),
      ),
      block.detail === ""
        ? undefined
        : element("p", { attributes: { dir: "auto" } }, withCapital(inEditorWords(block.detail))),
      block.isPlan ? element("div", { class: "buttons" }, carryOutButton(actions)) : undefined,
      RESUMABLE.has(block.outcome)
        ? element("div", { class: "buttons" }, ...remedyButtons(block, actions), resumeButton(block, actions))
        : undefined,
    ];
  });
}

function remedyButtons(block: OutcomeBlock, actions: BlockActions): readonly HTMLButtonElement[] {
  // To try again is what the last button does.
  const others = buttonsFor(block.remedy).filter(({ remedy }) => remedy.kind !== "retry");
  return others.map(({ label, remedy }) =>
    button(label, () => {
      actions.remedy(remedy);
    }, { class: "secondary" }),
  );
}

/** What failed is tried again, and anything else goes on. */
function resumeButton({ outcome }: OutcomeBlock, actions: BlockActions): HTMLButtonElement {
  return onceButton(outcome === "failed" ? t("Retry") : t("Resume"), () => {
    actions.remedy({ kind: "retry", setting: "" });
  }, { class: "secondary" });
}

/** `12 s · $0.0042` */
function spent({ durationS, costUsd }: OutcomeBlock): string {
  const parts = [
    durationS === undefined ? "" : duration(durationS),
    costUsd === undefined || costUsd === 0 ? "" : dollars(costUsd),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function carryOutButton(actions: BlockActions): HTMLButtonElement {
  return onceButton(t("Carry Out the Plan"), () => {
    actions.carryOut();
  }, { class: "primary" });
}
