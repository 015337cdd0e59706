/** A button that copies a text. Its own words are in the styles: whoever selects around it has not selected them. */

import { button } from "./dom";

const SHOWN_MS = 1_500;

/** `what` is copied, for screen readers. */
export function copyButton(text: () => string, what: string): HTMLButtonElement {
  const label = `Copy ${what}`;
  const attributes = { "aria-label": label, title: label };
  return button("", (pressed) => void copy(text(), pressed, label), { class: "link-button copy", attributes });
}

async function copy(text: string, pressed: HTMLButtonElement, label: string): Promise<void> {
  const isCopied = await isWritten(text);
  show(pressed, isCopied ? "copied" : "failed", isCopied ? "Copied" : "Unable to copy");
  window.setTimeout(() => {
    show(pressed, "", label);
  }, SHOWN_MS);
}

async function isWritten(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // It may be forbidden, or, where the editor is served without encryption, missing.
    return false;
  }
}

function show(pressed: HTMLButtonElement, state: string, label: string): void {
  pressed.dataset["state"] = state;
  pressed.setAttribute("aria-label", label);
}
