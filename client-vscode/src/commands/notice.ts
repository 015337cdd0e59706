/** What is said in the chat, if one is in sight: a notification could cover its input. */

import type { Services } from "./services";
import type { Button, MessageLevel } from "./ui";

export function showNotice(
  { chat, ui }: Pick<Services, "chat" | "ui">,
  level: MessageLevel,
  text: string,
  buttons: readonly Button[] = [],
): void {
  if (!chat.notify(level, text, buttons)) {
    ui.showMessage(level, text, buttons);
  }
}
