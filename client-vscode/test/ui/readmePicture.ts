/** Pictures that the README of the extension shows: no others are made anew with them. */

import type { Window } from "./window";

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
  }
  await window.theme("dark");
}
