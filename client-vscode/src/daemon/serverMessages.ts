/** Messages of the server as notifications: plain text, in which nothing becomes a link. */

import type { MessageLevel } from "../commands/ui";
import { escapeLinks } from "../escapeLinks";

/** Shows a notification; the answer is the button that was pressed. */
export type ShowMessage = (
  level: MessageLevel,
  text: string,
  buttons: readonly string[],
) => PromiseLike<string | undefined>;

/** `window/showMessage`, and with `actions` `window/showMessageRequest`. */
export interface ServerMessage {
  /** `MessageType` of LSP. */
  readonly type: number;
  readonly message: string;
  readonly actions?: readonly { readonly title: string }[];
}

/**
 * Show `message`; what was pressed, or null.
 *
 * The language client shows messages as they are, and VS Code makes a button of `[text](command:...)`
 * in them. They name files, folders and settings, which whoever made the project has named.
 */
export async function showServerMessage(
  message: ServerMessage,
  show: ShowMessage,
): Promise<{ title: string } | null> {
  const buttons = (message.actions ?? []).map(({ title }) => title);
  const pressed = await show(levelOf(message.type), escapeLinks(message.message), buttons);
  return pressed === undefined ? null : { title: pressed };
}

function levelOf(type: number): MessageLevel {
  switch (type) {
    case 1:
      return "error";
    case 2:
      return "warning";
    default:
      return "info";
  }
}
