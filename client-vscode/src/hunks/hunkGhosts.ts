/** The other lines of a hunk, shown behind those of the document: what was removed, or would be inserted. */

import { escapeControls, pluralize, truncate } from "../displayText";
import type { Hunk } from "./hunkStore";
import { linesOf } from "./hunkMarks";

/** `line` is counted from 0. */
export interface Ghost {
  readonly line: number;
  readonly text: string;
}

/** Characters of one line that are shown; the hover has the whole of it. */
const MAX_CHARS = 120;
/** Lines that are joined where the document has no line of its own for them. */
const MAX_JOINED = 3;
/** Lines of a hover. */
const MAX_HOVER_LINES = 60;

/** Line for line where both sides have one; what is left over stands on the last line. */
export function ghostsOf(hunk: Hunk): readonly Ghost[] {
  const [firstLine, lastLine] = linesOf(hunk);
  const others = linesIn(otherSide(hunk));
  const own = linesIn(hunk.kind === "proposed" ? hunk.before : hunk.after);
  const rows = Math.max(Math.min(own.length, lastLine - firstLine + 1), 1);
  const mark = hunk.kind === "proposed" ? "→" : "−";
  const ghosts = Array.from({ length: rows }, (_, row): Ghost => {
    const here = row < rows - 1 ? others.slice(row, row + 1) : others.slice(row);
    const isSame = here.length === 1 && here[0] === own[row];
    return { line: firstLine + row, text: isSame ? "" : joined(here, mark) };
  });
  return ghosts.filter(({ text }) => text !== "");
}

/** All of the other side, bounded, as plain code. */
export function hoverCode(hunk: Hunk): string {
  const lines = linesIn(otherSide(hunk));
  const more = lines.length - MAX_HOVER_LINES;
  const shown = lines.slice(0, MAX_HOVER_LINES).map((line) => truncate(line, 400));
  return [...shown, ...(more > 0 ? [`[${pluralize(more, "more line")}]`] : [])].join("\n");
}

function otherSide(hunk: Hunk): string {
  return hunk.kind === "proposed" ? hunk.after : hunk.before;
}

function linesIn(text: string): readonly string[] {
  const lines = escapeControls(text).split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function joined(lines: readonly string[], mark: string): string {
  const shown = lines.slice(0, MAX_JOINED).map((line) => truncate(line.trim().replaceAll("\t", " "), MAX_CHARS));
  const more = lines.length - shown.length;
  const told = [...shown, ...(more > 0 ? [pluralize(more, "more line")] : [])];
  return lines.length === 0 ? "" : `${mark} ${told.join(" ⏎ ")}`;
}
