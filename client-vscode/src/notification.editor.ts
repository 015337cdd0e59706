/** Notifications of the editor, which interpret some of the text they are given: see `escapeLinks`. */

import { window } from "vscode";

import type { MessageLevel } from "./commands/ui";

/** The answer is the button that was pressed; undefined if none was. */
export function notification(
  level: MessageLevel,
  text: string,
  buttons: readonly string[],
): Thenable<string | undefined> {
  switch (level) {
    case "info":
      return window.showInformationMessage(text, ...buttons);
    case "warning":
      return window.showWarningMessage(text, ...buttons);
    case "error":
      return window.showErrorMessage(text, ...buttons);
  }
}
