/** A file that the user attaches, which may be a device, a pipe or a folder by the name of one. */

import { constants } from "node:fs";
import { open } from "node:fs/promises";

import { t } from "../l10n";

/** Its bytes, or what is wrong with it, in words that follow its name. A link is followed. */
export async function readFileUpTo(path: string, maxBytes: number): Promise<Buffer | string> {
  // A pipe that nobody writes to would be waited for.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    if (!status.isFile()) {
      return t("is not a regular file");
    }
    const buffer = Buffer.alloc(Math.min(status.size, maxBytes) + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < buffer.length; size += read) {
      read = (await file.read(buffer, size, buffer.length - size)).bytesRead;
    }
    return size > maxBytes ? t("is larger than {maxBytes} MB, which is the most an image may have", { maxBytes: maxBytes / 1_000_000 }) : buffer.subarray(0, size);
  } finally {
    await file.close();
  }
}
