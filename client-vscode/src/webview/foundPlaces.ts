/** Where words stand in a part of the page. */

/** Elements within a line: words go on over their ends. */
const INLINE: ReadonlySet<string> = new Set(["A", "CODE", "EM", "S", "SPAN", "STRONG"]);

interface Piece {
  readonly node: Node;
  readonly start: number;
}

interface Place {
  readonly pieces: readonly Piece[];
  readonly from: number;
  readonly to: number;
}

/** Where the words stand, whatever their case, in their order: the last `most` places. */
export function placesIn(area: HTMLElement, words: string, most: number): readonly Range[] {
  const wanted = words.toLowerCase();
  const found: Place[] = [];
  for (const { text, pieces } of linesOf(area)) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      found.push({ pieces, from: at, to: at + wanted.length });
    }
  }
  return found.slice(-most).map(rangeOf);
}

/** The text of each element that is no part of a line, with the nodes that it is in. */
function* linesOf(area: HTMLElement): Generator<{ readonly text: string; readonly pieces: readonly Piece[] }> {
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  let holder: Element | null = null;
  let text = "";
  let pieces: Piece[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const next = holderOf(node);
    if (next !== holder) {
      yield { text, pieces };
      [holder, text, pieces] = [next, "", []];
    }
    const own = node.textContent ?? "";
    const lower = own.toLowerCase();
    pieces.push({ node, start: text.length });
    // Some letters have another length in lower case.
    text += lower.length === own.length ? lower : own;
  }
  yield { text, pieces };
}

function holderOf(node: Node): Element | null {
  let holder = node.parentElement;
  while (holder !== null && INLINE.has(holder.tagName)) {
    holder = holder.parentElement;
  }
  return holder;
}

function rangeOf({ pieces, from, to }: Place): Range {
  const range = document.createRange();
  const first = pieces.findLast(({ start }) => start <= from);
  const last = pieces.findLast(({ start }) => start < to);
  if (first !== undefined && last !== undefined) {
    range.setStart(first.node, from - first.start);
    range.setEnd(last.node, to - last.start);
  }
  return range;
}
