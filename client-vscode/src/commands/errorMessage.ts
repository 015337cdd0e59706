/** An error as one sentence with the buttons that help. */

import { ServerError, type ErrorCode } from "../daemon/serverError";
import { oneLine } from "../displayText";
import { inEditorWords, withCapital } from "../editorWords";
import { t } from "../l10n";
import { buttonsFor } from "../remedies";

/** A command of the editor behind a button. */
export interface ErrorAction {
  readonly label: string;
  readonly command: string;
  readonly argument?: unknown;
}

export interface ErrorMessage {
  readonly message: string;
  readonly actions: readonly ErrorAction[];
}

const SHOW_RUNS: ErrorAction = { label: t("Show Runs"), command: "architect.runs.focus" };
const SHOW_OUTPUT: ErrorAction = { label: t("Show Output"), command: "architect.ui.showOutput" };
const OPEN_FOLDER: ErrorAction = { label: t("Open Folder..."), command: "vscode.openFolder" };
const RESTART: ErrorAction = { label: t("Restart Server"), command: "architect.ui.restartServer" };
const MODEL: ErrorAction = { label: t("Select Model..."), command: "architect.ui.configureModel" };
const TRUST: ErrorAction = { label: t("Manage Trust"), command: "workbench.trust.manage" };
const INSTALL: ErrorAction = { label: t("Install Server"), command: "architect.ui.installServer" };

const ACTIONS: Readonly<Record<ErrorCode, readonly ErrorAction[]>> = {
  invalid_params: [],
  busy: [SHOW_RUNS],
  unknown_run: [SHOW_RUNS],
  stale: [SHOW_OUTPUT],
  not_configured: [MODEL, SHOW_OUTPUT],
  untrusted: [TRUST],
  no_server: [INSTALL, SHOW_OUTPUT],
  connection: [RESTART, SHOW_OUTPUT],
  cancelled: [],
  other: [SHOW_OUTPUT],
};

/** Undefined for a cancellation, which needs no message. */
export function errorMessage(error: unknown, hasFolder: boolean): ErrorMessage | undefined {
  if (!(error instanceof ServerError)) {
    const text = error instanceof Error ? error.message : String(error);
    const message = t("Something went wrong: {text}", { text: oneLine(text, 300) });
    return { message, actions: [SHOW_OUTPUT] };
  }
  if (error.code === "cancelled") {
    return undefined;
  }
  const remedies = buttonsFor(error.remedy)
    .filter(({ remedy }) => remedy.kind !== "retry" || error.again !== undefined)
    .map(({ label, remedy }): ErrorAction => ({ label, command: "architect.ui.applyRemedy", argument: remedy }));
  const lacksFolder = error.code === "not_configured" && !hasFolder;
  return {
    message: oneLine(withCapital(inEditorWords(error.message)), 400),
    actions: lacksFolder ? [OPEN_FOLDER] : remedies.length > 0 ? [...remedies, SHOW_OUTPUT] : ACTIONS[error.code],
  };
}
