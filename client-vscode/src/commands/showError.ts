/** Showing an error with the actions that help. */

import { ServerError } from "../daemon/serverError";
import { readRemedy } from "../remedies";
import { errorMessage, type ErrorAction } from "./errorMessage";
import type { Button, Ui } from "./ui";

type Shown = Pick<Ui, "folders" | "showMessage" | "execute">;

export function showError(ui: Shown, error: unknown): void {
  const message = errorMessage(error, ui.folders().length > 0);
  if (message !== undefined) {
    const again = error instanceof ServerError ? error.again : undefined;
    ui.showMessage("error", message.message, message.actions.map((action) => buttonOf(ui, action, again)));
  }
}

function buttonOf(ui: Shown, { label, command, argument }: ErrorAction, again: (() => Promise<unknown>) | undefined): Button {
  const run = () => (argument === undefined ? ui.execute(command) : ui.execute(command, argument));
  const remedy = readRemedy(argument);
  if (again === undefined || remedy === undefined) {
    return { label, act: run };
  }
  if (remedy.kind === "retry") {
    return { label, act: again };
  }
  const act = async () => {
    await run();
    ui.showMessage("info", "Try again?", [{ label: "Retry", act: again }]);
  };
  return { label, act };
}
