/** From hunk to hunk, through all documents and round. */

import type { Hunk } from "./hunkStore";

/** Where the cursor is. */
export interface CursorPosition {
  readonly uri: string;
  readonly line: number;
}

/** `hunks` are in order; undefined if there are none. */
export function nextHunk(hunks: readonly Hunk[], here: CursorPosition | undefined): Hunk | undefined {
  return hunks.find((hunk) => here === undefined || isBehind(hunk, here)) ?? hunks[0];
}

export function previousHunk(hunks: readonly Hunk[], here: CursorPosition | undefined): Hunk | undefined {
  return hunks.findLast((hunk) => here === undefined || isBefore(hunk, here)) ?? hunks.at(-1);
}

function isBehind(hunk: Hunk, here: CursorPosition): boolean {
  return hunk.uri === here.uri ? hunk.range.start.line > here.line : hunk.uri > here.uri;
}

function isBefore(hunk: Hunk, here: CursorPosition): boolean {
  return hunk.uri === here.uri ? hunk.range.start.line < here.line : hunk.uri < here.uri;
}
