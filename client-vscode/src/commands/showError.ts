/** Showing an error with the actions that help. */

import { ServerError, type ErrorCode } from "../daemon/serverError";
import { readRemedy } from "../remedies";
import { errorMessage, type ErrorAction } from "./errorMessage";
import type { Services } from "./services";
import type { Button, Ui } from "./ui";

const SERVER_CODES: ReadonlySet<ErrorCode> = new Set(["no_server", "connection"]);

type Shown = Pick<Ui, "folders" | "showMessage" | "execute">;

/** That there is no server is told by the chat, if it is in sight: nothing shall cover its input. */
export function tellError({ ui, chat }: Pick<Services, "ui" | "chat">, error: unknown): void {
  const isOfServer = error instanceof ServerError && SERVER_CODES.has(error.code) && error.remedy !== undefined;
  if (!isOfServer || !chat.tell(error)) {
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
