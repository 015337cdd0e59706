/** The CodeLenses of a document: actions for each hunk, the file and the run. */

import { t } from "../l10n";
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
    at(keep, "architect.ui.keepHunk", isProposed ? t("Apply this change") : t("Keep this change")),
    at(undo, "architect.ui.undoHunk", isProposed ? t("Discard this proposal") : t("Undo this change")),
    at(t("{undo} with Note...", { undo }), "architect.ui.undoHunkWithNote", t("Undo and tell the model why")),
    at(isProposed ? t("Preview") : t("Compare"), "architect.ui.showDiff", t("Compare with the previous version")),
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
    at(t("{keep} Run ({files})", { keep, files: pluralize(files, "file") }), "architect.ui.keepRun", t("All changes of this run")),
    at(t("{undo} Run...", { undo }), "architect.ui.undoRun", t("All changes of this run")),
    at(t("{undo} Run with Note...", { undo }), withNote, t("Undo and tell the model why"), { runId }),
  ];
  return [
    at(t("{keep} File ({count})", { keep, count: countOf(here) }), "architect.ui.keepFile", t("All changes of this run in this file")),
    at(t("{undo} File", { undo }), "architect.ui.undoFile", t("All changes of this run in this file")),
    at(t("{undo} File with Note...", { undo }), withNote, t("Undo and tell the model why")),
    ...(files > 1 ? ofRun : []),
    at(t("Next Change"), "architect.ui.nextHunk", t("Go to the next change")),
  ];
}

/** Where one that was edited since begins, from 0. */
export function firstLine({ range, lines }: LostHunk): number {
  return range?.start.line ?? Math.max((lines[0]?.[0] ?? 1) - 1, 0);
}

/** Its lines were modified since: what is undone now takes those edits along. */
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
  const keep = at(t("Keep (edited since)"), "architect.ui.keepHunk", reason);
  // An older server can do no more with it.
  return lost.range === undefined
    ? [keep]
    : [
        keep,
        at(t("Undo Anyway..."), "architect.ui.undoHunk", t("Undo this change together with the edits in it")),
        at(t("Compare"), "architect.ui.showDiff", t("Compare with the lines before the run")),
      ];
}
