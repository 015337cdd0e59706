/** The chat: its input, a new one, a tab of the editor, and what is attached to its next message. */

import { selectionOrFile } from "../attach/attachments";
import { t } from "../l10n";
import { readAttachment, type Attachment } from "../panel/attachment";
import type { Command, Services } from "./services";

export const openChat: Command = (services) => {
  services.chat.focus();
  return Promise.resolve();
};

export const newChat: Command = (services) => {
  services.chat.startNew();
  return Promise.resolve();
};

export const openChatInEditor: Command = (services) => {
  services.chat.openInEditor();
  return Promise.resolve();
};

export const findInChat: Command = (services) => {
  services.chat.find();
  return Promise.resolve();
};

/** What the argument is, or a list of; without one the selection of the active editor, or its file. */
export const attach: Command = (services, argument) => {
  const given = (Array.isArray(argument) ? argument : [argument]).map(readAttachment);
  const attachments = given.filter((each) => each !== undefined);
  const active = services.ui.active();
  if (attachments.length > 0) {
    attachToChat(services, ...attachments);
  } else if (active === undefined) {
    services.ui.showMessage("info", t("No file is open. Open one, or attach files with the button in the chat."));
  } else {
    attachToChat(services, selectionOrFile(active));
  }
  return Promise.resolve();
};

/** Attach to the next message of the chat, which comes into sight and gets the focus. */
export function attachToChat({ chat }: Pick<Services, "chat">, ...attachments: readonly Attachment[]): void {
  chat.attach(attachments);
}
