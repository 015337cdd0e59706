/** The offer to install the server that came with the extension, where an earlier install runs. */

import { commands, window, type Memento } from "vscode";

import type { Daemon } from "../daemon/daemon";
import type { ServerHome } from "../daemon/serverLocations.editor";
import { updateFor } from "../daemon/privateInstall";
import type { Disposable } from "../disposable";
import { t } from "../l10n";

const INSTALL = t("Update Server");
const SKIP = t("Skip This Version");
/** The version that the user does not want. */
const DECLINED = "architect.updateDeclined";

export interface UpdateParts {
  readonly daemon: Pick<Daemon, "onStarted">;
  /** What was started last. */
  readonly program: () => string | undefined;
  readonly home: ServerHome;
  /** That of all windows. */
  readonly memento: Memento;
}

export function offerUpdates(parts: UpdateParts): Disposable {
  return parts.daemon.onStarted((again) => {
    if (!again) {
      void offer(parts);
    }
  });
}

async function offer({ program, home, memento }: UpdateParts): Promise<void> {
  const update = await updateFor(program() ?? "", home.folder, home.bundleFolder);
  if (update === undefined || memento.get(DECLINED) === update.bundled) {
    return;
  }
  const text =
    t("Architect: Server {installed} is installed. This extension includes server {bundled}.", { installed: update.installed, bundled: update.bundled });
  const chosen = await window.showInformationMessage(text, INSTALL, SKIP);
  if (chosen === INSTALL) {
    await commands.executeCommand("architect.ui.installServer");
  } else if (chosen === SKIP) {
    await memento.update(DECLINED, update.bundled);
  }
}
