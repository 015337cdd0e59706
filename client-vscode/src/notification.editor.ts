/** Notifications of the editor, which interpret some of the text they are given: see `escapeLinks`. */

import { window } from "vscode";

import type { MessageLevel } from "./commands/ui";

/** So long the editor shows one before it puts it behind the bell. */
const IN_SIGHT_MS = 10_000;

/** When those in sight began to be, by their text. */
const inSight = new Map<string, number>();

/**
 * The answer is the button that was pressed; undefined if none was. What can be read already, since
 * two parts of the extension met with the same, is not said twice.
 */
export async function notification(
  level: MessageLevel,
  text: string,
  buttons: readonly string[],
): Promise<string | undefined> {
  if (Date.now() - (inSight.get(text) ?? -IN_SIGHT_MS) < IN_SIGHT_MS) {
    return undefined;
  }
  inSight.set(text, Date.now());
  try {
    return await shown(level, text, buttons);
  } finally {
    inSight.delete(text);
  }
}

function shown(level: MessageLevel, text: string, buttons: readonly string[]): Thenable<string | undefined> {
  switch (level) {
    case "info":
      return window.showInformationMessage(text, ...buttons);
    case "warning":
      return window.showWarningMessage(text, ...buttons);
    case "error":
      return window.showErrorMessage(text, ...buttons);
  }
}
