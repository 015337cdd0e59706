/** Places in files, as programs and models write them: `src/a.py:33`. */

export interface FilePlace {
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly line: number;
}

/**
 * Neither part of an address (`http://host.org:80`) nor of a longer name: whatever a name is made of may not
 * stand before it, or a long row of it would be read from each of its characters on.
 */
const PLACE = /(?<![\w/\\:@.+-])((?:\/|\.\/)?(?:[\w.+-]+\/)*[\w+-][\w.+-]*\.[A-Za-z]\w{0,9}):(\d{1,7})(?::\d{1,5})?\b/g;

/** How Python names them in a traceback. */
const TRACEBACK = /File "([^"\n]{1,500})", line (\d{1,7})/g;

/** The places in `text`, in their order. */
export function filePlaces(text: string): readonly FilePlace[] {
  return [PLACE, TRACEBACK]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      path: match[1] ?? "",
      line: Math.max(Number(match[2]), 1),
    }))
    .sort((one, other) => one.start - other.start);
}
