/** The plan of the agent as a checklist. */

import type { ChecklistBlock } from "../../conversation/blocks";
import { t } from "../../l10n";
import type { BlockView } from "../blockView";
import { element } from "../dom";
import { refilled } from "../refilledView";

const WORDS = { open: t("To do"), active: t("In progress"), done: t("Done") } as const;

export function checklistView(): BlockView {
  const box = element("section", { class: "card plan checklist", attributes: { "aria-label": t("Plan") } });
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
    const count = t("{done} of {total}", { done, total: items.length });
    return [
      element("div", { class: "card-head" }, element("strong", {}, t("Plan")), element("span", { class: "call-state" }, count)),
      element("ul", {}, ...rows),
    ];
  });
}
