/** What an answer is called wherever it can be given: card, notification and list. */

import type { Choice } from "../conversation/blocks";

export const ANSWER_LABELS: Readonly<Record<Choice, string>> = {
  once: "Allow Once",
  run: "For This Run",
  project: "Always Allow in Project",
  always: "Always Allow in All Projects",
  deny: "Deny",
  stop: "Stop",
};
