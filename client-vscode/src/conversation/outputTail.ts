/** The end of what a command prints: bounded, whatever it prints. */

import type { OutputPiece, OutputTail } from "./blocks";

/** Characters that are kept of one call: with each piece all of them are laid out again. */
const MAX = 30_000;

export const NO_OUTPUT: OutputTail = { pieces: [], kept: 0, dropped: 0 };

/** `tail` with one more piece; the oldest give way. */
export function withOutput(tail: OutputTail, text: string, isError: boolean): OutputTail {
  const number = (tail.pieces.at(-1)?.number ?? 0) + 1;
  const kept = text.slice(-MAX);
  const piece = { number, isError, text: kept };
  return trimmed({
    pieces: [...tail.pieces, piece],
    kept: tail.kept + kept.length,
    dropped: tail.dropped + text.length - kept.length,
  });
}

function trimmed(tail: OutputTail): OutputTail {
  let { kept, dropped } = tail;
  let first = 0;
  while (kept > MAX && first < tail.pieces.length - 1) {
    const length = tail.pieces[first]?.text.length ?? 0;
    kept -= length;
    dropped += length;
    first += 1;
  }
  return { pieces: joined(tail.pieces.slice(first)), kept, dropped };
}

/** Many small pieces as few, so that a command that prints byte by byte costs no more. */
function joined(pieces: readonly OutputPiece[]): readonly OutputPiece[] {
  if (pieces.length < 400) {
    return pieces;
  }
  const all: OutputPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.isError === piece.isError && last.text.length < 2_000) {
      all[all.length - 1] = { ...piece, text: last.text + piece.text };
    } else {
      all.push(piece);
    }
  }
  return all;
}
