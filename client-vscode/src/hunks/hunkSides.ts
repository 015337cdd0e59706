/** A document before and after a hunk, for a diff. */

import type { WirePosition } from "../protocol/generated";
import { escapeControls } from "../displayText";
import type { Hunk } from "./hunkStore";

export interface Sides {
  readonly before: string;
  readonly after: string;
}

/** `text` is that of the document now. */
export function sidesOf(hunk: Hunk, text: string): Sides {
  const [start, end] = [offsetOf(text, hunk.range.start), offsetOf(text, hunk.range.end)];
  const isProposed = hunk.kind === "proposed";
  const other = isProposed ? hunk.after : hunk.before;
  const changed = `${text.slice(0, start)}${other}${text.slice(end)}`;
  const [before, after] = isProposed ? [text, changed] : [changed, text];
  return { before: escapeControls(before), after: escapeControls(after) };
}

/** The text of a document without its changes, or with what is proposed; `hunks` are all of its own. */
export function otherText(hunks: readonly Hunk[], text: string): string {
  const fromTheEnd = [...hunks].sort((one, other) => offsetOf(text, other.range.start) - offsetOf(text, one.range.start));
  const changed = fromTheEnd.reduce((made, { range, kind, before, after }) => {
    const [start, end] = [offsetOf(text, range.start), offsetOf(text, range.end)];
    return `${made.slice(0, start)}${kind === "proposed" ? after : before}${made.slice(end)}`;
  }, text);
  return escapeControls(changed);
}

/** Characters are UTF-16 units, as with every client of this editor; a line ends as LSP says. */
function offsetOf(text: string, position: WirePosition): number {
  const lineEnds = /\r\n|\r|\n/g;
  let start = 0;
  for (let line = 0; line < position.line; line += 1) {
    if (lineEnds.exec(text) === null) {
      return text.length;
    }
    start = lineEnds.lastIndex;
  }
  return Math.min(start + position.character, text.length);
}
