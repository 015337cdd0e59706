/** How a run ended, what it took, and what can be done now. */

import type { OutcomeBlock } from "../../conversation/blocks";
import { inEditorWords, remediesFor, remediesOfKind } from "../../remedies";
import type { BlockActions, BlockView } from "../blockView";
import { button, element } from "../dom";
import { dollars, duration } from "../format";
import { refilled } from "../refilledView";

/** Endings behind which the session can go on as it was. */
const RESUMABLE: ReadonlySet<string> = new Set(["interrupted", "cancelled", "limit", "failed"]);

export function outcomeView(actions: BlockActions): BlockView {
  const box = element("section", { class: "card outcome", attributes: { "aria-label": "Outcome" } });
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
        : element("p", { attributes: { dir: "auto" } }, inEditorWords(block.detail)),
      block.isPlan ? element("div", { class: "buttons" }, carryOutButton(actions)) : undefined,
      RESUMABLE.has(block.outcome)
        ? element("div", { class: "buttons" }, ...remedyButtons(block, actions), resumeButton(actions))
        : undefined,
    ];
  });
}

function remedyButtons(block: OutcomeBlock, actions: BlockActions): readonly HTMLButtonElement[] {
  const said = block.outcome === "limit" ? `${block.title} ${block.detail}` : block.detail;
  const told = remediesOfKind(block.remedy);
  const remedies = told.length > 0 ? told : remediesFor(said);
  return remedies.map(({ id, label }) =>
    button(label, () => {
      actions.remedy(id);
    }, { class: "secondary" }),
  );
}

function resumeButton(actions: BlockActions): HTMLButtonElement {
  const made = button("Resume", () => {
    made.disabled = true;
    actions.resume();
  }, { class: "secondary" });
  return made;
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
  const made = button("Carry Out the Plan", () => {
    made.disabled = true;
    actions.carryOut();
  }, { class: "primary" });
  return made;
}
