/** What a run would tell the model, and a conversation that is made shorter by hand. */

import { t } from "../l10n";
import type { Context, ShownPart } from "../protocol/generated";
import { escapeControls, oneLine } from "../displayText";
import { rootScope } from "./folderChoice";
import type { Command } from "./services";
import { sessionFor } from "./sessions";
import { start } from "./startRun";

export const showContext: Command = async (services) => {
  const scope = await rootScope(services.ui);
  if (scope === undefined) {
    return;
  }
  const prompt = await services.ui.input(t("Show Context: the task"), t("Empty shows what every run is told"));
  if (prompt === undefined) {
    return;
  }
  const { uris } = scope;
  const context = await services.daemon.command("architect.context", {
    prompt,
    ...(uris === undefined ? {} : { uris }),
  });
  await services.ui.showText("Context.md", pageOf(context));
};

export const compactSession: Command = async (services, argument) => {
  const session = await sessionFor(services, argument, t("Select a session to compact"));
  if (session === undefined) {
    return;
  }
  const focus = await services.ui.input(t("Compact Session: what matters most"), t("May be empty"));
  if (focus === undefined) {
    return;
  }
  const { sessionId } = session;
  const title = t("Compact the context");
  await start(services, { command: "architect.compact", argument: { sessionId, focus }, title, isOpened: true });
};

/** A table of the parts, then their texts. */
function pageOf({ tokens, window, parts }: Context): string {
  const share = window > 0 ? ` (${((100 * tokens) / window).toFixed(1)} %)` : "";
  const total = t("{tokens} of {window} tokens{share}", { tokens: count(tokens), window: count(window), share });
  const rows = parts.map(
    ({ name, source, tokens: size, leftOut }) =>
      `| ${cell(name)} | ${count(size)} | ${cell(source)}${leftOut === "" ? "" : t("; left out: {leftOut}", { leftOut: cell(leftOut) })} |`,
  );
  const head = ["# Context", "", total, "", t("| part | tokens | from |"), "|---|---:|---|"];
  return [...head, ...rows, "", ...parts.flatMap(textOf)].join("\n");
}

function textOf({ name, text }: ShownPart): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`## ${cell(name)}`, "", `${fence}text`, escapeControls(text), fence, ""];
}

function cell(text: string): string {
  return oneLine(text, 300).replaceAll("|", "\\|");
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
