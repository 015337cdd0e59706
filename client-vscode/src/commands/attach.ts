/** Attaching to the next message of the chat, from the menus of the editor, the explorer, tests, terminals and source control. */

import { filesOf, problemsAt, selectionOrFile, testOf } from "../attach/attachments";
import { t } from "../l10n";
import type { Attachment } from "../panel/attachment";
import { textField, urisIn } from "./commandArguments";
import type { Command, Services } from "./services";

const NO_FILE = t("No file is open. Open one first.");

export const attachSelection: Command = async (services) => {
  const active = services.ui.active();
  await attach(services, active === undefined ? [] : [selectionOrFile(active)], NO_FILE);
};

/** Those that were chosen in the explorer or in source control, else the active one. */
export const attachFile: Command = async (services, argument, more) => {
  const chosen = urisIn(argument, more);
  const active = services.ui.active()?.uri;
  const uris = chosen.length > 0 ? chosen : active === undefined ? [] : [active];
  await attach(services, filesOf(uris, (uri) => services.ui.nameOf(uri)), NO_FILE);
};

export const attachProblem: Command = async (services) => {
  const active = services.ui.active();
  await attach(services, active === undefined ? [] : problemsAt(active), t("No problem at the cursor."));
};

export const attachTerminal: Command = async (services) => {
  const found = services.lastTerminalOutput();
  const none = t("No command has ended in a terminal of this window, or its shell does not tell of commands.");
  await attach(services, found === undefined ? [] : [found], none);
};

export const attachTest: Command = async (services, argument) => {
  const test = testIn(services, argument);
  await attach(services, test === undefined ? [] : [test], t("No test is selected."));
};

/** The test that a menu of the test views is about: a test, or the message of a failed one. */
export function testIn({ ui }: Pick<Services, "ui">, argument: unknown): Attachment | undefined {
  const test = fieldOf(argument, "test") ?? argument;
  const label = textField(test, "label");
  const message = fieldOf(fieldOf(argument, "message"), "message");
  const text = typeof message === "string" ? message : (textField(message, "value") ?? "");
  const [uri] = urisIn(fieldOf(test, "uri"));
  return label === undefined ? undefined : testOf(label, text, uri, uri === undefined ? "" : ui.nameOf(uri));
}

async function attach({ ui }: Services, attachments: readonly Attachment[], none: string): Promise<void> {
  if (attachments.length === 0) {
    ui.showMessage("info", none);
    return;
  }
  await ui.execute("architect.ui.attach", attachments);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
