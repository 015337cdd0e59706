/**
 * Text of models, files, commands and servers, made safe to display.
 *
 * What is escaped is what `server/architect/domain/escape_controls.py` escapes: control characters but tab
 * and line feed, marks that reorder text or end lines, lone surrogates, and what models read and
 * people do not see (zero-width characters but the joiners that scripts need, blank letters, soft
 * hyphens, tags, and the variation selectors that carry bytes).
 */

import { tn } from "./l10n";

const INVISIBLE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- these are the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\u00ad\u034f\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]/gu;

/** `text` with all that could reorder a line or hide in it as escapes; CRLF becomes LF. */
export function escapeControls(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(INVISIBLE, escaped);
}

/** `text` on one line, escaped, and cut to `maxLength` characters. */
export function oneLine(text: string, maxLength = 200): string {
  // Four times is room for the white space that goes; the rest is not even looked at.
  const line = escapeControls(text.slice(0, maxLength * 4))
    .trim()
    .replace(/\s*\n\s*/g, " / ")
    .replace(/\t/g, " ");
  return truncate(line, maxLength);
}

/** `text` cut to `maxLength` characters (of which the last is an ellipsis), never through a pair. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  const cut = text.slice(0, Math.max(maxLength - 1, 0));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** A word of the protocol (a state, the name of a tool) with nothing else in it. */
export function identifier(text: string, maxLength = 60): string {
  return text.replace(/[^\w.-]/g, "").slice(0, maxLength);
}

/** `text` for labels in which VS Code would render `$(name)` as an icon: it is shown as text. */
export function escapeIcons(text: string): string {
  return text.replace(/(?<!\\)(?=\$\([\w-]+(?:~[A-Za-z]+)?\))/g, "\\");
}

/** `3 files`, `1 file`. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return tn(`{number} ${noun}`, `{number} ${plural}`, count);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (character === "\r") {
    return "\\r";
  }
  if (code <= 0xff) {
    return `\\x${hex.padStart(2, "0")}`;
  }
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** A name of at most that many characters, without its middle if it is longer. */
export function shortened(name: string, most: number): string {
  const kept = most - 1;
  return name.length <= most ? name : `${name.slice(0, Math.ceil(kept / 2))}…${name.slice(-Math.floor(kept / 2))}`;
}
