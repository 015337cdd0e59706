/** Showing an error with the actions that help. */

import { errorMessage } from "./errorMessage";
import type { Ui } from "./ui";

export function showError(ui: Pick<Ui, "folders" | "showMessage" | "execute">, error: unknown): void {
  const message = errorMessage(error, ui.folders().length > 0);
  if (message !== undefined) {
    const buttons = message.actions.map(({ label, command, argument }) => ({
      label,
      act: () => (argument === undefined ? ui.execute(command) : ui.execute(command, argument)),
    }));
    ui.showMessage("error", message.message, buttons);
  }
}
