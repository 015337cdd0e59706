/** A button that copies a text. Its own words are shown by the styles: whoever selects around it has not selected them. */

import { t } from "../l10n";
import { button } from "./dom";

const SHOWN_MS = 1_500;

/** `label` says what is copied, for screen readers. */
export function copyButton(text: () => string, label: string): HTMLButtonElement {
  const attributes = { "aria-label": label, title: label, "data-words": t("Copy") };
  return button("", (pressed) => void copy(text(), pressed, label), { class: "link-button copy", attributes });
}

async function copy(text: string, pressed: HTMLButtonElement, label: string): Promise<void> {
  const isCopied = await isWritten(text);
  show(pressed, isCopied ? t("Copied") : t("Unable to copy"));
  window.setTimeout(() => {
    show(pressed, label, t("Copy"));
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

function show(pressed: HTMLButtonElement, label: string, words = label): void {
  pressed.dataset["words"] = words;
  pressed.setAttribute("aria-label", label);
}
