/** The button that makes the files what they were. */

import { t } from "../../l10n";
import type { BlockActions } from "../blockView";
import { button } from "../dom";

/** The words that are shown, and what they come to. */
const RESTORE = t("Restore Files to Here");

export function restoreButton(step: number, actions: BlockActions): HTMLElement {
  const title = step === 0 ? t("The files as they were before this task") : t("The files as they were behind step {step}", { step });
  const attributes = { title, "aria-label": `${RESTORE}: ${title}` };
  return button(RESTORE, () => {
    actions.restore(step);
  }, { class: "link-button restore", attributes });
}
