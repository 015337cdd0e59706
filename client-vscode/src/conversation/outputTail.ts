/** The end of what a command prints: bounded, whatever it prints. */

import type { OutputPiece, OutputTail } from "./blocks";

/** Characters that are kept of one call: with each piece all of them are laid out again. */
const MAX = 30_000;

export const NO_OUTPUT: OutputTail = { pieces: [], kept: 0, dropped: 0 };

/** `tail` with one more piece; the oldest give way. A line that is drawn anew comes between CRs. */
export function withOutput(tail: OutputTail, text: string, isError: boolean): OutputTail {
  const number = (tail.pieces.at(-1)?.number ?? 0) + 2;
  const isRedrawn = tail.pieces.at(-1)?.text.endsWith("\r") === true || /^[^\n]*\r[^]/.test(text);
  const { pieces, kept } = isRedrawn ? withoutLastLine(tail) : tail;
  const newest = text.replace(/[^\n]*\r(?=[^])/g, "").slice(-MAX);
  const piece = { number, isError, text: newest };
  return trimmed({
    pieces: [...pieces, piece],
    kept: kept + newest.length,
    dropped: tail.dropped + Math.max(0, text.length - MAX),
  });
}

/** Without the line that has not ended; what is left of a piece is a new one. */
function withoutLastLine({ pieces, kept, dropped }: OutputTail): OutputTail {
  const last = pieces.at(-1);
  if (last === undefined) {
    return { pieces, kept, dropped };
  }
  const whole = last.text.slice(0, last.text.lastIndexOf("\n") + 1);
  const rest = { pieces: pieces.slice(0, -1), kept: kept - last.text.length + whole.length, dropped };
  if (whole === "") {
    return withoutLastLine(rest);
  }
  return { ...rest, pieces: [...rest.pieces, whole === last.text ? last : { ...last, number: last.number + 1, text: whole }] };
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
