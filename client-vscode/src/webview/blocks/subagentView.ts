/** The runs that a call opened: what each does, and a button that stops it alone. */

import type { CallBlock, Subagent } from "../../conversation/blocks";
import { oneLine, pluralize } from "../../displayText";
import { t } from "../../l10n";
import type { BlockActions } from "../blockView";
import { button, element } from "../dom";
import { longText } from "../longText";
import { commandView } from "./commandView";

const STATES: ReadonlyMap<string, string> = new Map([
  ["", t("running")],
  ["success", t("done")],
  ["partial", t("stopped early")],
  ["failed", t("failed")],
]);

export function subagentViews(block: CallBlock, actions: BlockActions): readonly HTMLElement[] {
  return block.subagents.map((subagent) => subagentView(subagent, block, actions));
}

function subagentView(subagent: Subagent, block: CallBlock, actions: BlockActions): HTMLElement {
  const isRunning = subagent.status === "" && block.state === "running";
  const state = isRunning ? t("running") : (STATES.get(subagent.status || "partial") ?? subagent.status);
  const about = t("{agent} agent, {state}, {calls}", { agent: subagent.agent, state, calls: pluralize(subagent.callCount, "call") });
  const stop = isRunning ? stopButton(subagent, actions) : undefined;
  const task = element("div", { class: "subagent-task" }, oneLine(subagent.task, 300));
  const calls = longText(subagent.calls.join("\n"), { lines: 8, from: "end" }, (part) =>
    element("pre", { class: "output" }, part),
  );
  const title = element("div", { class: "part-title" }, about, stop);
  const commands = subagent.commands.filter(({ ended }) => ended === "").flatMap((command) => [
    element("pre", { class: "output" }, oneLine(command.command, 300)),
    commandView(command, actions),
  ]);
  return element("div", { class: "part subagent" }, title, task, calls, ...commands);
}

function stopButton(subagent: Subagent, actions: BlockActions): HTMLElement {
  const label = t("Stop the {agent} agent", { agent: subagent.agent });
  const stop = (): void => {
    actions.stopSubagent(subagent.runId);
  };
  return button(t("Stop"), stop, { class: "link-button", attributes: { "aria-label": label } });
}
