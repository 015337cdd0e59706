/** Deciding about the hunks of runs, and walking through them. */

import { t } from "../l10n";
import type { LostHunk } from "../protocol/generated";
import { hasDocument, type Hunk } from "../hunks/hunkStore";
import { touches } from "../hunks/hunkMarks";
import { nextHunk as behind, previousHunk as before, type CursorPosition } from "../hunks/hunkNavigation";
import { sessionOf } from "../hunks/sessionHunks";
import { oneLine, pluralize } from "../displayText";
import { runIdIn, textField, textsField, urisIn } from "./commandArguments";
import { conflictMessage } from "./conflictMessage";
import { keep, undo } from "./hunkDecisions";
import type { Command, Services } from "./services";
import { nameOf } from "./undoRun";

const NO_HUNK = t("No change at the cursor. Go to the next change first.");
const NONE_IN_FILE = t("No pending changes in this file.");
const NONE_IN_RUN = t("No pending changes in this run.");
const NONE_AT_ALL = t("No pending changes.");

/** One hunk, or those that can only be kept. */
export const keepHunk: Command = async (services, argument) => {
  const runId = runIdIn(argument);
  const hunkIds = textsField(argument, "hunkIds");
  if (runId !== undefined && hunkIds.length > 0) {
    await services.daemon.command("architect.keep", { runId, hunkIds });
    await services.hunks.refresh();
    return;
  }
  const hunk = await targetHunk(services, argument);
  if (hunk !== undefined) {
    await keep(services, [hunk]);
  }
};

export const undoHunk: Command = async (services, argument) => {
  const lost = lostHunk(services, argument);
  if (lost !== undefined) {
    await undoAnyway(services, lost);
    return;
  }
  const hunk = await targetHunk(services, argument);
  if (hunk !== undefined) {
    await undo(services, [hunk]);
  }
};

/** One hunk, or those of the file or the run that is named. */
export const undoHunkWithNote: Command = async (services, argument) => {
  const hunks = await targetHunks(services, argument);
  if (hunks.length === 0) {
    return;
  }
  const files = [...new Set(hunks.map(({ path }) => oneLine(path, 60)))].join(", ");
  const title = t("Undo {changes} in {files}", { changes: pluralize(hunks.length, "change"), files });
  const note = await services.ui.input(title, t("Reason, sent to the model when the session continues (optional)"));
  if (note !== undefined) {
    await undo(services, hunks, note);
  }
};

export const keepFile: Command = async (services, argument) => {
  const hunks = hunksOfFile(services, argument);
  if (hunks.length === 0) {
    services.ui.showMessage("info", NONE_IN_FILE);
    return;
  }
  await keep(services, hunks);
};

export const undoFile: Command = async (services, argument) => {
  const hunks = hunksOfFile(services, argument);
  if (hunks.length === 0) {
    services.ui.showMessage("info", NONE_IN_FILE);
    return;
  }
  if (await isMeant(services, hunks)) {
    await undo(services, hunks);
  }
};

/** Which changes of a file go is to be seen, but not whose, if several runs made them. */
async function isMeant(services: Services, hunks: readonly Hunk[]): Promise<boolean> {
  const runIds = [...new Set(hunks.map((hunk) => hunk.runId))];
  if (runIds.length < 2) {
    return true;
  }
  const lines = runIds.map((runId) => {
    const count = hunks.filter((hunk) => hunk.runId === runId).length;
    return `${nameOf(services, runId)}: ${pluralize(count, "change")}`;
  });
  const message = t("Undo the changes of {runs} in {path}?", { runs: pluralize(runIds.length, "run"), path: oneLine(hunks[0]?.path ?? "", 100) });
  return (await services.ui.confirm(message, lines.join("\n"), [t("Undo")])) !== undefined;
}

export const keepRun: Command = async (services, argument) => {
  const runId = runIdIn(argument) ?? (await runWithHunks(services));
  if (runId !== undefined) {
    await keepAll(services, runId);
  }
};

export const nextHunk: Command = (services) => reveal(services, behind(hunksInDocuments(services), cursorPosition(services)));

export const previousHunk: Command = (services) => reveal(services, before(hunksInDocuments(services), cursorPosition(services)));

/** All that is pending of a run, however long ago it was. */
async function keepAll(services: Services, runId: string): Promise<void> {
  const { kept, conflicts } = await services.daemon.command("architect.keep", { runId });
  await services.hunks.refresh();
  if (kept.length + conflicts.length === 0) {
    services.ui.showMessage("info", NONE_IN_RUN);
  } else if (conflicts.length > 0) {
    services.ui.showMessage("warning", t("{changes} kept; {conflicts}.", { changes: pluralize(kept.length, "change"), conflicts: conflictMessage(conflicts) }));
  }
}

/** Undo a change together with what was done to its lines since. */
async function undoAnyway(services: Services, { runId, hunkIds, path, lines }: LostHunk): Promise<void> {
  const [first, last] = lines[0] ?? [];
  const where = first === undefined ? "" : first === last ? t(", line {first}", { first }) : t(", lines {first}-{last}", { first, last: last ?? first });
  const message = t("Undo this change of {name}, and your edits in it?", { name: nameOf(services, runId) });
  const detail = t("{path}{where}: the lines will be as they were before the run.", { path: oneLine(path, 100), where });
  if ((await services.ui.confirm(message, detail, [t("Undo Anyway")])) === undefined) {
    return;
  }
  const argument = { runId, hunkIds: [...hunkIds], changedToo: true };
  const { conflicts } = await services.daemon.command("architect.undo", argument);
  await services.hunks.refresh();
  if (conflicts.length > 0) {
    services.ui.showMessage("warning", t("The change could not be undone; {conflicts}.", { conflicts: conflictMessage(conflicts) }));
  }
}

/** Hunks whose lines were changed since: those that are named, or at the cursor if no other is there. */
function lostHunk(services: Services, argument: unknown): LostHunk | undefined {
  const [named] = textsField(argument, "hunkIds");
  if (named !== undefined) {
    return services.hunks.lost(named);
  }
  const here = cursorPosition(services);
  if (here === undefined || textField(argument, "hunkId") !== undefined || hunkAtCursor(services) !== undefined) {
    return undefined;
  }
  const touched = (lost: LostHunk) => lost.lines.some(([first, last]) => first <= here.line + 1 && here.line + 1 <= last);
  return services.hunks.lostIn(here.uri).find(touched);
}

/** The hunk that is named, or the one at the cursor, as it is by now. */
async function targetHunk(services: Services, argument: unknown): Promise<Hunk | undefined> {
  const named = textField(argument, "hunkId");
  const find = () =>
    named === undefined ? hunkAtCursor(services) : services.hunks.get(named);
  if (find() === undefined) {
    await services.hunks.refresh();
  }
  const found = find();
  if (found === undefined) {
    services.ui.showMessage("info", named === undefined ? NO_HUNK : t("This change is no longer pending."));
  }
  return found;
}

function hunkAtCursor(services: Services): Hunk | undefined {
  const here = cursorPosition(services);
  return here && services.hunks.of(here.uri).find((hunk) => touches(hunk, here.line));
}

/** Those of the document that is named or active, of one run or session if that is named. */
function hunksOfFile(services: Services, argument: unknown): readonly Hunk[] {
  const uri = urisIn(argument)[0] ?? services.ui.active()?.uri;
  const runId = textField(argument, "runId");
  const sessionId = textField(argument, "sessionId");
  const all = uri === undefined ? [] : services.hunks.of(uri);
  return all.filter(
    (hunk) =>
      (runId === undefined || hunk.runId === runId) && (sessionId === undefined || sessionOf(hunk) === sessionId),
  );
}

/** Tells why if there is none. */
async function targetHunks(services: Services, argument: unknown): Promise<readonly Hunk[]> {
  const isOfFile = textField(argument, "uri") !== undefined;
  const runId = runIdIn(argument);
  if (textField(argument, "hunkId") !== undefined || (runId === undefined && !isOfFile)) {
    const hunk = await targetHunk(services, argument);
    return hunk === undefined ? [] : [hunk];
  }
  const hunks = isOfFile ? hunksOfFile(services, argument) : services.hunks.ofRun(runId ?? "");
  if (hunks.length === 0) {
    services.ui.showMessage("info", isOfFile ? NONE_IN_FILE : NONE_IN_RUN);
  }
  return hunks;
}

async function runWithHunks(services: Services): Promise<string | undefined> {
  const runIds = [...new Set(services.hunks.all().map((hunk) => hunk.runId))];
  if (runIds.length < 2) {
    if (runIds.length === 0) {
      services.ui.showMessage("info", NONE_AT_ALL);
    }
    return runIds[0];
  }
  const items = runIds.map((runId) => ({
    label: services.runs.get(runId)?.title ?? runId,
    description: pluralize(services.hunks.ofRun(runId).length, "change"),
    value: runId,
  }));
  return services.ui.pick(items, t("Select a run whose changes to keep"));
}

function hunksInDocuments(services: Services): readonly Hunk[] {
  return services.hunks.all().filter(hasDocument);
}

function cursorPosition(services: Services): CursorPosition | undefined {
  const active = services.ui.active();
  return active && { uri: services.hunks.normalizeUri(active.uri), line: active.selection.start.line };
}

async function reveal(services: Services, hunk: Hunk | undefined): Promise<void> {
  if (hunk === undefined) {
    services.ui.showMessage("info", NONE_AT_ALL);
    return;
  }
  await services.ui.reveal(hunk.uri, hunk.range);
}
