/** Deciding about the hunks of runs, and walking through them. */

import { hasDocument, type Hunk } from "../hunks/hunkStore";
import { touches } from "../hunks/hunkMarks";
import { sidesOf } from "../hunks/hunkSides";
import { nextHunk as behind, previousHunk as before, type Here } from "../hunks/hunkWalk";
import { counted } from "../shownText";
import { runIdIn, textField, textsField, urisIn } from "./commandArguments";
import { conflictWords } from "./conflictWords";
import type { Command, Desk } from "./desk";

const NO_HUNK = "No change at the cursor. Go to the next change first.";
const NONE_IN_FILE = "No pending changes in this file.";
const NONE_IN_RUN = "No pending changes in this run.";
const NONE_AT_ALL = "No pending changes.";

/** One hunk, or those that can only be kept. */
export const keepHunk: Command = async (desk, argument) => {
  const runId = runIdIn(argument);
  const hunkIds = textsField(argument, "hunkIds");
  if (runId !== undefined && hunkIds.length > 0) {
    await desk.daemon.command("architect.keep", { runId, hunkIds });
    await desk.hunks.refresh();
    return;
  }
  const hunk = await hunkOf(desk, argument);
  if (hunk !== undefined) {
    await keep(desk, [hunk]);
  }
};

export const undoHunk: Command = async (desk, argument) => {
  const hunk = await hunkOf(desk, argument);
  if (hunk !== undefined) {
    await undo(desk, [hunk]);
  }
};

/** One hunk, or those of the file or the run that is named. */
export const undoHunkWithNote: Command = async (desk, argument) => {
  const hunks = await hunksWanted(desk, argument);
  if (hunks.length === 0) {
    return;
  }
  const note = await desk.ui.input("Reason for Undoing", "Sent to the model when the session continues");
  if (note !== undefined) {
    await undo(desk, hunks, note);
  }
};

export const keepFile: Command = async (desk, argument) => {
  const hunks = hunksOfFile(desk, argument);
  if (hunks.length === 0) {
    desk.ui.tell("info", NONE_IN_FILE);
    return;
  }
  await keep(desk, hunks);
};

export const undoFile: Command = async (desk, argument) => {
  const hunks = hunksOfFile(desk, argument);
  if (hunks.length === 0) {
    desk.ui.tell("info", NONE_IN_FILE);
    return;
  }
  await undo(desk, hunks);
};

export const keepRun: Command = async (desk, argument) => {
  const runId = runIdIn(argument) ?? (await runWithHunks(desk));
  if (runId !== undefined) {
    await keep(desk, desk.hunks.ofRun(runId), runId);
  }
};

export const nextHunk: Command = (desk) => go(desk, behind(places(desk), hereOf(desk)));

export const previousHunk: Command = (desk) => go(desk, before(places(desk), hereOf(desk)));

/** Show a document before and after one hunk. */
export async function compareHunk(desk: Desk, hunkId: string): Promise<void> {
  await desk.hunks.refresh();
  const hunk = desk.hunks.get(hunkId);
  const text = hunk && (hasDocument(hunk) ? await desk.ui.textOf(hunk.uri) : "");
  if (hunk === undefined || text === undefined) {
    desk.ui.tell("info", "This change is no longer pending.");
    return;
  }
  const what = hunk.kind === "proposed" ? "Proposed" : "Changed";
  const sides = { path: hunk.path, ...sidesOf(hunk, text) };
  await desk.ui.showSides(`${what}: ${hunk.path}`, [sides]);
}

async function keep(desk: Desk, hunks: readonly Hunk[], runId?: string): Promise<void> {
  let kept = 0;
  const conflicts = [];
  for (const [owner, hunkIds] of byRun(hunks)) {
    const result = await desk.daemon.command("architect.keep", { runId: owner, hunkIds });
    kept += result.kept.length;
    conflicts.push(...result.conflicts);
  }
  if (runId !== undefined && hunks.length === 0) {
    desk.ui.tell("info", NONE_IN_RUN);
  }
  await desk.hunks.refresh();
  if (conflicts.length > 0) {
    desk.ui.tell("warning", `${counted(kept, "change")} kept; ${conflictWords(conflicts)}.`);
  }
}

async function undo(desk: Desk, hunks: readonly Hunk[], note = ""): Promise<void> {
  const conflicts = [];
  for (const [runId, hunkIds] of byRun(hunks)) {
    const words = note.trim() === "" ? {} : { note };
    const argument = { runId, hunkIds, ...words };
    const result = await desk.daemon.command("architect.undo", argument);
    conflicts.push(...result.conflicts);
  }
  await desk.hunks.refresh();
  if (conflicts.length > 0) {
    desk.ui.tell("warning", `Some changes could not be undone; ${conflictWords(conflicts)}.`);
  }
}

function byRun(hunks: readonly Hunk[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const { runId, hunkId } of hunks) {
    ids.set(runId, [...(ids.get(runId) ?? []), hunkId]);
  }
  return ids;
}

/** The hunk that is named, or the one at the cursor, as it is by now. */
async function hunkOf(desk: Desk, argument: unknown): Promise<Hunk | undefined> {
  const named = textField(argument, "hunkId");
  const find = () =>
    named === undefined ? hunkAtCursor(desk) : desk.hunks.get(named);
  if (find() === undefined) {
    await desk.hunks.refresh();
  }
  const found = find();
  if (found === undefined) {
    desk.ui.tell("info", named === undefined ? NO_HUNK : "This change is no longer pending.");
  }
  return found;
}

function hunkAtCursor(desk: Desk): Hunk | undefined {
  const here = hereOf(desk);
  return here && desk.hunks.of(here.uri).find((hunk) => touches(hunk, here.line));
}

/** Those of the document that is named or active, of one run if that is named. */
function hunksOfFile(desk: Desk, argument: unknown): readonly Hunk[] {
  const uri = urisIn(argument)[0] ?? desk.ui.active()?.uri;
  const runId = textField(argument, "runId");
  const all = uri === undefined ? [] : desk.hunks.of(uri);
  return runId === undefined ? all : all.filter((hunk) => hunk.runId === runId);
}

/** Tells why if there is none. */
async function hunksWanted(desk: Desk, argument: unknown): Promise<readonly Hunk[]> {
  const isOfFile = textField(argument, "uri") !== undefined;
  const runId = runIdIn(argument);
  if (textField(argument, "hunkId") !== undefined || (runId === undefined && !isOfFile)) {
    const hunk = await hunkOf(desk, argument);
    return hunk === undefined ? [] : [hunk];
  }
  const hunks = isOfFile ? hunksOfFile(desk, argument) : desk.hunks.ofRun(runId ?? "");
  if (hunks.length === 0) {
    desk.ui.tell("info", isOfFile ? NONE_IN_FILE : NONE_IN_RUN);
  }
  return hunks;
}

async function runWithHunks(desk: Desk): Promise<string | undefined> {
  const runIds = [...new Set(desk.hunks.all().map((hunk) => hunk.runId))];
  if (runIds.length < 2) {
    if (runIds.length === 0) {
      desk.ui.tell("info", NONE_AT_ALL);
    }
    return runIds[0];
  }
  const items = runIds.map((runId) => ({
    label: desk.runs.get(runId)?.title ?? runId,
    description: counted(desk.hunks.ofRun(runId).length, "change"),
    value: runId,
  }));
  return desk.ui.pick(items, "Select a run whose changes to keep");
}

function places(desk: Desk): readonly Hunk[] {
  return desk.hunks.all().filter(hasDocument);
}

function hereOf(desk: Desk): Here | undefined {
  const active = desk.ui.active();
  return active && { uri: desk.hunks.normal(active.uri), line: active.selection.start.line };
}

async function go(desk: Desk, hunk: Hunk | undefined): Promise<void> {
  if (hunk === undefined) {
    desk.ui.tell("info", NONE_AT_ALL);
    return;
  }
  await desk.ui.reveal(hunk.uri, hunk.range);
}
