/** Telling the user what went wrong, and what helps. */

import { faultWords } from "./faultWords";
import type { Ui } from "./ui";

export function tellFault(ui: Pick<Ui, "folders" | "tell" | "execute">, error: unknown): void {
  const words = faultWords(error, ui.folders().length > 0);
  if (words !== undefined) {
    const buttons = words.remedies.map(({ label, command }) => ({
      label,
      act: () => ui.execute(command),
    }));
    ui.tell("error", words.message, buttons);
  }
}
