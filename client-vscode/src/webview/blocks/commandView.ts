/** A command that goes on in the background, with buttons that stop it or keep it running. */

import type { BackgroundCommand } from "../../conversation/blocks";
import { t } from "../../l10n";
import type { BlockActions } from "../blockView";
import { button, element } from "../dom";

export function commandView(command: BackgroundCommand, actions: BlockActions): HTMLElement {
  const stop = (): void => {
    actions.stopCommand(command.runId, command.handle);
  };
  const keep = (): void => {
    actions.keepRunning(command.runId, command.handle);
  };
  const link = (label: string, does: () => void, spoken: string): HTMLElement =>
    button(label, does, { class: "link-button", attributes: { "aria-label": spoken } });
  const words = command.isKept
    ? t("Kept running as {handle}, also after the run", { handle: command.handle })
    : t("Running in the background as {handle}", { handle: command.handle });
  return element(
    "div",
    { class: "part-title" },
    element("span", {}, words),
    link(t("Stop"), stop, t("Stop the command {handle}", { handle: command.handle })),
    command.isKept ? undefined : link(t("Keep"), keep, t("Keep the command {handle} running after the run", { handle: command.handle })),
  );
}
