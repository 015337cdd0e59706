/** The plan of the agent as a checklist. */

import type { ChecklistBlock } from "../../conversation/blocks";
import type { BlockView } from "../blockView";
import { element } from "../dom";
import { refilled } from "../refilledView";

const WORDS = { open: "To do", active: "In progress", done: "Done" } as const;

export function checklistView(): BlockView {
  const box = element("section", { class: "card plan checklist", attributes: { "aria-label": "Plan" } });
  return refilled("checklist", box, ({ items }: ChecklistBlock) => {
    const done = items.filter(({ state }) => state === "done").length;
    const rows = items.map(({ text, state }) =>
      element(
        "li",
        { attributes: { "data-state": state } },
        element("span", { class: "box", attributes: { "aria-hidden": "true" } }),
        element("span", { class: "visually-hidden" }, `${WORDS[state]}: `),
        element("span", { attributes: { dir: "auto" } }, text),
      ),
    );
    const count = `${String(done)} of ${String(items.length)}`;
    return [
      element("div", { class: "card-head" }, element("strong", {}, "Plan"), element("span", { class: "call-state" }, count)),
      element("ul", {}, ...rows),
    ];
  });
}
