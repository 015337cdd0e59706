/** Buttons that begin something: each is pressed once, unless that could not be begun. */

import { button } from "./dom";

export function onceButton(label: string, onPress: () => void, props: { readonly class: string }): HTMLButtonElement {
  const made = button(label, () => {
    made.disabled = true;
    made.dataset["pressed"] = "true";
    onPress();
  }, props);
  return made;
}

/** Something went wrong: all of the page can be pressed again. */
export function enablePressed(): void {
  for (const each of document.querySelectorAll<HTMLButtonElement>("button[data-pressed]")) {
    each.disabled = false;
    delete each.dataset["pressed"];
  }
}
