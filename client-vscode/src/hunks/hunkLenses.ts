/** The CodeLenses of a document: actions for each hunk, the file and the run. */

import type { LostHunk } from "../protocol/generated";
import { pluralize, oneLine } from "../displayText";
import type { Hunk } from "./hunkStore";
import { countOf, verbsFor } from "./hunkLabels";

/** `line` is counted from 0. */
export interface Lens {
  readonly line: number;
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly argument: Readonly<Record<string, string | readonly string[]>>;
}

/** The lenses of a document; `all` are the open hunks of all documents, those of this among them. */
export function lensesOf(
  own: readonly Hunk[],
  lost: readonly LostHunk[],
  all: readonly Hunk[],
): readonly Lens[] {
  const runs = [...new Set(own.map((hunk) => hunk.runId))];
  return [
    ...runs.flatMap((runId) => lensesOfFile(runId, own, all)),
    ...own.flatMap(lensesOfHunk),
    ...lost.flatMap(lensesOfLost),
  ];
}

function lensesOfHunk(hunk: Hunk): readonly Lens[] {
  const { hunkId, runId } = hunk;
  const { keep, undo } = verbsFor(hunk);
  const isProposed = hunk.kind === "proposed";
  const at = (title: string, command: string, tooltip: string): Lens => ({
    line: hunk.range.start.line,
    title,
    tooltip,
    command,
    argument: { hunkId, runId },
  });
  return [
    at(keep, "architect.ui.keepHunk", isProposed ? "Apply this change" : "Keep this change"),
    at(undo, "architect.ui.undoHunk", isProposed ? "Discard this proposal" : "Undo this change"),
    at(`${undo} with Note...`, "architect.ui.undoHunkWithNote", "Undo and tell the model why"),
    at(isProposed ? "Preview" : "Compare", "architect.ui.showDiff", "Compare with the previous version"),
  ];
}

/** At the top of the file; a single hunk has all it needs above itself. */
function lensesOfFile(runId: string, own: readonly Hunk[], all: readonly Hunk[]): readonly Lens[] {
  const here = own.filter((hunk) => hunk.runId === runId);
  const everywhere = all.filter((hunk) => hunk.runId === runId);
  const [first] = here;
  if (first === undefined || everywhere.length < 2) {
    return [];
  }
  const { keep, undo } = verbsFor(first);
  const at = (
    title: string,
    command: string,
    tooltip: string,
    argument: Lens["argument"] = { runId, uri: first.uri },
  ): Lens => ({ line: 0, title, tooltip, command, argument });
  const files = new Set(everywhere.map((hunk) => hunk.uri)).size;
  const withNote = "architect.ui.undoHunkWithNote";
  const ofRun = [
    at(`${keep} Run (${pluralize(files, "file")})`, "architect.ui.keepRun", "All changes of this run"),
    at(`${undo} Run...`, "architect.ui.undoRun", "All changes of this run"),
    at(`${undo} Run with Note...`, withNote, "Undo and tell the model why", { runId }),
  ];
  return [
    at(`${keep} File (${countOf(here)})`, "architect.ui.keepFile", "All changes of this run in this file"),
    at(`${undo} File`, "architect.ui.undoFile", "All changes of this run in this file"),
    at(`${undo} File with Note...`, withNote, "Undo and tell the model why"),
    ...(files > 1 ? ofRun : []),
    at("Next Change", "architect.ui.nextHunk", "Go to the next change"),
  ];
}

/** Its lines were modified since: what is undone now takes those edits along. */
/** Where one that was edited since begins, from 0. */
export function firstLine({ range, lines }: LostHunk): number {
  return range?.start.line ?? Math.max((lines[0]?.[0] ?? 1) - 1, 0);
}

function lensesOfLost(lost: LostHunk): readonly Lens[] {
  const { runId, hunkIds } = lost;
  const reason = oneLine(lost.reason, 200);
  const at = (title: string, command: string, tooltip: string): Lens => ({
    line: firstLine(lost),
    title,
    tooltip,
    command,
    argument: { runId, hunkIds },
  });
  const keep = at("Keep (edited since)", "architect.ui.keepHunk", reason);
  // An older server can do no more with it.
  return lost.range === undefined
    ? [keep]
    : [
        keep,
        at("Undo Anyway...", "architect.ui.undoHunk", "Undo this change together with the edits in it"),
        at("Compare", "architect.ui.showDiff", "Compare with the lines before the run"),
      ];
}
