/** The two sides of an edit that is asked about, file by file. */

import { escapeControls } from "../displayText";
import { parsePatch, patched, reversed, type FilePatch } from "./patch";

export interface PreviewSides {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What a diff asks to decide about: a hunk, or a question. */
export interface DiffSubject {
  readonly hunkId?: string;
  readonly isProposed?: boolean;
  readonly requestId?: string;
  /** Whether the right side can be changed before the answer. */
  readonly isEditable?: boolean;
}

/**
 * Whether the text after an edit can go back as it stands: what was escaped or hidden to be shown
 * would be written so.
 */
export function canGoBack(now: string, { before, after }: PreviewSides): boolean {
  const isShownAsItIs = now.replaceAll("\r\n", "\n") === before;
  return isShownAsItIs && !/\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|r)|\[redacted:/.test(after);
}

/** The text of a file as the user sees it now; undefined if there is none or it cannot be read. */
export type ReadNow = (path: string) => Promise<string | undefined>;

/** The sides of every file; undefined if the patch does not fit what is there by now. */
export async function previewSides(
  patch: string,
  readNow: ReadNow,
): Promise<readonly PreviewSides[] | undefined> {
  return sidesOfAll(parsePatch(patch), (file) => sidesOf(file, readNow));
}

/** The sides of a patch that was made already: the text now is the one after it. */
export async function appliedSides(
  patch: string,
  readNow: ReadNow,
): Promise<readonly PreviewSides[] | undefined> {
  return sidesOfAll(parsePatch(escapeControls(patch)), async (file) => {
    const sides = await sidesOf(reversed(file), readNow);
    return sides && { path: sides.path, before: sides.after, after: sides.before };
  });
}

async function sidesOfAll(
  files: readonly FilePatch[],
  sidesOfOne: (file: FilePatch) => Promise<PreviewSides | undefined>,
): Promise<readonly PreviewSides[] | undefined> {
  const sides = await Promise.all(files.map(sidesOfOne));
  const known = sides.filter((each) => each !== undefined);
  return known.length > 0 && known.length === files.length ? known : undefined;
}

async function sidesOf(file: FilePatch, readNow: ReadNow): Promise<PreviewSides | undefined> {
  const now = file.kind === "created" ? "" : await readNow(file.path);
  if (now === undefined) {
    return undefined;
  }
  const before = escapeControls(now);
  const after = file.kind === "deleted" ? "" : patched(before, file);
  return after === undefined ? undefined : { path: file.path, before, after };
}
