/** Pictures that the README of the extension shows: no others are made anew with them. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import UPNG from "upng-js";

import type { Window } from "./window";

/** With all of their colours the pictures are most of the package. */
const COLOURS = 256;

/** A picture in each of these themes; one in both for whoever looks at all pictures. */
export async function readmePicture(window: Window, name: string, ...themes: readonly ("dark" | "light")[]): Promise<void> {
  const { readmePictures } = window.around;
  if (readmePictures === undefined) {
    await window.picture(name);
    return;
  }
  for (const theme of themes) {
    await window.theme(theme);
    await window.pictureAsIs(`${name}-${theme}`, readmePictures);
    shrink(path.join(readmePictures, `${name}-${theme}.png`));
  }
  await window.theme("dark");
}

function shrink(file: string): void {
  const image = UPNG.decode(new Uint8Array(readFileSync(file)).buffer);
  writeFileSync(file, Buffer.from(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, COLOURS)));
}
