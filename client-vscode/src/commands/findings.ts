/** Findings and problems: fix them, dismiss them. */

import { t } from "../l10n";
import type { FixArgs, JsonObject, ShownFinding } from "../protocol/generated";
import { oneLine } from "../displayText";
import { textField } from "./commandArguments";
import type { Command, Services } from "./services";
import { start } from "./startRun";
import type { ActiveDocument, Item } from "./ui";

/** A finding of the view, or the problems at the cursor. */
export const fix: Command = async (services, argument) => {
  const findingId = textField(argument, "findingId");
  if (findingId !== undefined) {
    const title = services.findings.all().find((each) => each.findingId === findingId)?.title;
    await startFix(services, { findingId }, title ?? t("finding"));
    return;
  }
  const active = services.ui.active();
  if (active === undefined || active.diagnostics.length === 0) {
    services.ui.showMessage("info", t("No problem at the cursor. Place the cursor on a problem, or select several."));
    return;
  }
  const diagnostics = await chosenProblems(services, active);
  if (diagnostics !== undefined) {
    const title = messageOf(diagnostics[0]);
    await startFix(services, { uri: active.uri, diagnostics }, title);
  }
};

async function startFix(services: Services, argument: FixArgs, what: string): Promise<void> {
  const title = t("Fix: {what}", { what });
  await start(services, { command: "architect.fix", argument, title, isOpened: false });
}

async function chosenProblems(
  services: Services,
  active: ActiveDocument,
): Promise<readonly JsonObject[] | undefined> {
  const all = active.diagnostics;
  if (all.length === 1) {
    return all;
  }
  const items: Item<readonly JsonObject[]>[] = all.map((each) => ({
    label: messageOf(each),
    description: typeof each["source"] === "string" ? oneLine(each["source"], 40) : "",
    value: [each],
  }));
  const every = { label: t("All {number} problems", { number: all.length }), value: all };
  return services.ui.pick([every, ...items], t("Select a problem to fix"));
}

function messageOf(diagnostic: JsonObject | undefined): string {
  const message = diagnostic?.["message"];
  return typeof message === "string" ? oneLine(message, 120) : t("problem");
}

export const dismissFinding: Command = async (services, argument) => {
  const findingId = textField(argument, "findingId") ?? (await chosenFinding(services));
  if (findingId !== undefined) {
    await services.daemon.command("architect.findings", { dismiss: findingId });
    await services.findings.refresh();
  }
};

async function chosenFinding(services: Services): Promise<string | undefined> {
  await services.findings.refresh();
  const all = services.findings.all();
  if (all.length === 0) {
    services.ui.showMessage("info", t("No findings yet. Run a review."));
    return undefined;
  }
  return services.ui.pick(all.map(itemOf), t("Select a finding to dismiss"));
}

function itemOf(finding: ShownFinding): Item<string> {
  const line = String(finding.range.start.line + 1);
  const description = `${oneLine(finding.path, 80)}:${line}`;
  return { label: oneLine(finding.title, 120), description, value: finding.findingId };
}
