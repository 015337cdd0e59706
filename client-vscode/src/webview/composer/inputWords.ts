/** What the empty input asks for, and what its keys do. */

import { t } from "../../l10n";
import type { ComposerState } from "./composer";

export function placeholderOf({ isWorking, isContinued }: ComposerState): string {
  if (isWorking) {
    return t("Message the agent while it works");
  }
  return isContinued ? t("Continue the session") : t("Describe a task, @ to name files");
}

export function hintOf({ isWorking }: ComposerState): string {
  return isWorking
    ? t("Enter to send after the current step, Ctrl+Enter to interrupt, Shift+Enter for a new line.")
    : t("Enter to send, Shift+Enter for a new line, @ for files and more, / for tasks.");
}
