/** Showing an error with the actions that help. */

import { isOfServer, ServerError } from "../daemon/serverError";
import { t } from "../l10n";
import { readRemedy } from "../remedies";
import { errorMessage, type ErrorAction } from "./errorMessage";
import type { Services } from "./services";
import type { Button, Ui } from "./ui";

type Shown = Pick<Ui, "folders" | "showMessage" | "execute">;

/** That there is no server is told by the chat, if it is in sight: nothing shall cover its input. */
export function tellError({ ui, chat }: Pick<Services, "ui" | "chat">, error: unknown): void {
  const isForChat = error instanceof ServerError && isOfServer(error) && error.remedy !== undefined;
  if (!isForChat || !chat.tell(error)) {
    showError(ui, error);
  }
}

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
  // What no server has heard is offered as soon as there is one.
  if (again === undefined || remedy === undefined || remedy.kind === "installServer" || remedy.kind === "restartServer") {
    return { label, act: run };
  }
  if (remedy.kind === "retry") {
    return { label, act: again };
  }
  const act = async () => {
    await run();
    ui.showMessage("info", t("Try again?"), [{ label: t("Retry"), act: again }]);
  };
  return { label, act };
}
