/** Telling the user what went wrong, and what helps. */

import { errorMessage } from "./errorMessage";
import type { Ui } from "./ui";

export function showError(ui: Pick<Ui, "folders" | "showMessage" | "execute">, error: unknown): void {
  const words = errorMessage(error, ui.folders().length > 0);
  if (words !== undefined) {
    const buttons = words.actions.map(({ label, command }) => ({
      label,
      act: () => ui.execute(command),
    }));
    ui.showMessage("error", words.message, buttons);
  }
}
