/** What an answer is called wherever it can be given: card, notification and list. */

import type { Choice } from "../conversation/blocks";
import { t } from "../l10n";

export const ANSWER_LABELS: Readonly<Record<Choice, string>> = {
  once: t("Allow Once"),
  run: t("For This Run"),
  project: t("Always Allow in Project"),
  always: t("Always Allow in All Projects"),
  deny: t("Deny"),
  stop: t("Stop"),
};
