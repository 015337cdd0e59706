/** Line breaks of a pasted text, which an input of one line does not keep. */

/** `typed` with `pasted` as it was on the clipboard, where it stands there on one line. */
export function withPastedLines(typed: string, pasted: readonly string[]): string {
  return pasted.reduce((text, lines) => {
    const found = flattened(lines).find((line) => text.includes(line));
    return found === undefined ? text : text.replace(found, () => lines.trim());
  }, typed);
}

/** Whether the text has lines, and stands in `typed` on one. */
export function isPasted(typed: string, clipboard: string): boolean {
  return /[\r\n]/.test(clipboard.trim()) && flattened(clipboard).some((line) => line !== "" && typed.includes(line));
}

/** Chromium puts a space for each line break, other engines nothing. */
function flattened(lines: string): readonly string[] {
  return [" ", ""].map((space) => lines.trim().replace(/\r\n|\r|\n/g, space));
}
