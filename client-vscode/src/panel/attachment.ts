/** What goes along with a message: a selection, a file, a problem, an image. */

import { fieldsOf, isFields, listOf, numberOf, textOf, type Fields } from "../conversation/event";
import { pluralize } from "../displayText";
import { t } from "../l10n";

export const ATTACHMENT_KINDS = ["selection", "file", "problem", "test", "terminal", "text", "image"] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

export interface AttachedRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** As the server takes it: `text` or, of an image, `data` in base64; a file may have its address alone. */
export interface Attachment {
  readonly kind: AttachmentKind;
  /** What it is called where it is shown: `cart.py:10-20`. */
  readonly name: string;
  readonly text?: string;
  readonly uri?: string;
  readonly range?: AttachedRange;
  readonly mediaType?: string;
  readonly data?: string;
  /** In the webview, of an image: by which the extension finds its `data`, and how many bytes that is. */
  readonly held?: string;
  readonly bytes?: number;
  /** Of the output of a command: how many lines of the text it has printed. */
  readonly lines?: number;
}

/** Limits of the server. */
export const MAX_ATTACHMENTS = 20;
export const MAX_TEXT_BYTES = 1_000_000;
export const MAX_IMAGE_BYTES = 5_000_000;
const MAX_NAME = 500;
const MAX_URI = 5_000;

/** An attachment that came as JSON; undefined if it is none, or larger than the server takes. */
export function readAttachment(value: unknown): Attachment | undefined {
  const fields = fieldsOf(value);
  const kind = ATTACHMENT_KINDS.find((each) => each === fields["kind"]);
  const name = textOf(fields, "name").slice(0, MAX_NAME);
  const uri = textOf(fields, "uri");
  const range = readRange(fields["range"]);
  const bytes = numberOf(fields, "bytes");
  const lines = numberOf(fields, "lines");
  if (kind === undefined || name === "" || uri.length > MAX_URI) {
    return undefined;
  }
  const made: Attachment = {
    kind,
    name,
    ...present("text", textOf(fields, "text")),
    ...present("uri", uri),
    ...present("mediaType", textOf(fields, "mediaType").slice(0, 100)),
    ...present("data", textOf(fields, "data")),
    ...present("held", textOf(fields, "held").slice(0, MAX_NAME)),
    ...(range === undefined ? {} : { range }),
    ...(typeof bytes === "number" ? { bytes } : {}),
    ...(typeof lines === "number" ? { lines } : {}),
  };
  return isTooLarge(made) ? undefined : made;
}

export function readAttachments(fields: Fields, name: string): readonly Attachment[] {
  return listOf(fields, name)
    .map(readAttachment)
    .filter((each) => each !== undefined)
    .slice(0, MAX_ATTACHMENTS);
}

export function isTooLarge(attachment: Attachment): boolean {
  const most = attachment.kind === "image" ? MAX_IMAGE_BYTES : MAX_TEXT_BYTES;
  return bytesOf(attachment) > most;
}

/** Of its text or its image; 0 for a file of which the address alone is known. */
export function bytesOf({ text = "", data = "", bytes }: Attachment): number {
  if (bytes !== undefined) {
    return bytes;
  }
  return data === "" ? new TextEncoder().encode(text).length : Math.floor((data.length * 3) / 4);
}

/** `12 lines`, `3.1 KB`; empty if nobody knows yet. */
export function sizeWords({ lines, bytes }: { readonly lines: number; readonly bytes: number }): string {
  if (lines > 0) {
    return pluralize(lines, "line");
  }
  if (bytes < 1_000) {
    return bytes === 0 ? "" : t("{bytes} bytes", { bytes });
  }
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function sizeOf(attachment: Attachment): string {
  const { kind, text = "", range } = attachment;
  if (kind === "selection" && range !== undefined) {
    const last = range.end.character === 0 && range.end.line > range.start.line ? range.end.line - 1 : range.end.line;
    return sizeWords({ lines: last - range.start.line + 1, bytes: 0 });
  }
  if (attachment.lines !== undefined) {
    return sizeWords({ lines: attachment.lines, bytes: 0 });
  }
  return sizeWords({ lines: lineCount(text), bytes: bytesOf(attachment) });
}

/** Of a text; an end of line at its end does not begin another one. */
export function lineCount(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}

/** By which the extension finds what it holds of them. */
export function heldIn(attachments: readonly Attachment[]): readonly string[] {
  return attachments.flatMap(({ held }) => held ?? []);
}

/** Whether both are about the same thing, of which one is enough. */
export function isSame(one: Attachment, other: Attachment): boolean {
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    one.uri === other.uri &&
    one.text === other.text &&
    one.held === other.held &&
    one.data === other.data
  );
}

function readRange(value: unknown): AttachedRange | undefined {
  if (!isFields(value)) {
    return undefined;
  }
  const place = (name: string) => {
    const fields = fieldsOf(value[name]);
    return { line: numberOf(fields, "line") ?? 0, character: numberOf(fields, "character") ?? 0 };
  };
  return { start: place("start"), end: place("end") };
}

function present<K extends string>(name: K, value: string): Partial<Record<K, string>> {
  return value === "" ? {} : ({ [name]: value } as Record<K, string>);
}
