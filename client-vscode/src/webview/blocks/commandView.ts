/** A command that goes on in the background, with buttons that stop it or keep it running. */

import type { BackgroundCommand } from "../../conversation/blocks";
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
    ? `Kept running as ${command.handle}, also after the run`
    : `Running in the background as ${command.handle}`;
  return element(
    "div",
    { class: "part-title" },
    element("span", {}, words),
    link("Stop", stop, `Stop the command ${command.handle}`),
    command.isKept ? undefined : link("Keep", keep, `Keep the command ${command.handle} running after the run`),
  );
}
