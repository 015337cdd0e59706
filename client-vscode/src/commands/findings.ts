/** Findings and problems: fix them, dismiss them. */

import type { FixArgs, JsonObject, ShownFinding } from "../protocol/generated";
import { oneLine } from "../shownText";
import { textField } from "./commandArguments";
import type { Command, Desk } from "./desk";
import { start } from "./started";
import type { ActiveDocument, Item } from "./ui";

/** A finding of the view, or the problems at the cursor. */
export const fix: Command = async (desk, argument) => {
  const findingId = textField(argument, "findingId");
  if (findingId !== undefined) {
    const title = desk.findings.all().find((each) => each.findingId === findingId)?.title;
    await startFix(desk, { findingId }, title ?? "a finding");
    return;
  }
  const active = desk.ui.active();
  if (active === undefined || active.diagnostics.length === 0) {
    desk.ui.tell("info", "No problem at the cursor. Place the cursor on a problem, or select several.");
    return;
  }
  const diagnostics = await chosenProblems(desk, active);
  if (diagnostics !== undefined) {
    const title = messageOf(diagnostics[0]);
    await startFix(desk, { uri: active.uri, diagnostics }, title);
  }
};

async function startFix(desk: Desk, argument: FixArgs, what: string): Promise<void> {
  const title = `fix ${what}`;
  await start(desk, { command: "architect.fix", argument, title, isOpened: false });
}

async function chosenProblems(
  desk: Desk,
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
  const every = { label: `All ${String(all.length)} problems`, value: all };
  return desk.ui.pick([every, ...items], "Select a problem to fix");
}

function messageOf(diagnostic: JsonObject | undefined): string {
  const message = diagnostic?.["message"];
  return typeof message === "string" ? oneLine(message, 120) : "a problem";
}

export const dismissFinding: Command = async (desk, argument) => {
  const findingId = textField(argument, "findingId") ?? (await chosenFinding(desk));
  if (findingId !== undefined) {
    await desk.daemon.command("architect.findings", { dismiss: findingId });
    await desk.findings.refresh();
  }
};

async function chosenFinding(desk: Desk): Promise<string | undefined> {
  await desk.findings.refresh();
  const all = desk.findings.all();
  if (all.length === 0) {
    desk.ui.tell("info", "No findings yet. Run a review.");
    return undefined;
  }
  return desk.ui.pick(all.map(itemOf), "Select a finding to dismiss");
}

function itemOf(finding: ShownFinding): Item<string> {
  const line = String(finding.range.start.line + 1);
  const description = `${oneLine(finding.path, 80)}:${line}`;
  return { label: oneLine(finding.title, 120), description, value: finding.findingId };
}
