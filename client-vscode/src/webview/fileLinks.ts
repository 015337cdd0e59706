/** Places in files, as programs and models write them, that can be opened: `src/a.py:33`. */

import { filePlaces } from "../filePlaces";
import { t } from "../l10n";
import type { BlockActions } from "./blockView";
import { element, type Child } from "./dom";

/** Opens a file of the workspace at a line. */
export type OpenFile = BlockActions["open"];

/** Longer texts have hardly a place anybody looks for, and many that nobody does. */
const MAX_CHARACTERS = 200_000;

/** The text with its places as links. */
export function withFileLinks(text: string, open: OpenFile): readonly Child[] {
  const found = text.length > MAX_CHARACTERS ? [] : filePlaces(text);
  const nodes: Child[] = [];
  let at = 0;
  for (const { start, end, path, line } of found) {
    if (start >= at) {
      nodes.push(text.slice(at, start), fileLink(text.slice(start, end), path, line, open));
      at = end;
    }
  }
  return [...nodes, text.slice(at)].filter((node) => node !== "");
}

function fileLink(label: string, path: string, line: number, open: OpenFile): HTMLElement {
  return linkTo([label], t("Open in the editor"), () => {
    open(path, line);
  });
}

/** A link that does something; `title` says what, or where it leads. */
export function linkTo(content: readonly Child[], title: string, act: () => void): HTMLElement {
  // No button: it would not be broken between lines as the text around it is.
  const link = element("span", { class: "file-link", attributes: { role: "link", tabindex: "0", title } }, ...content);
  link.addEventListener("click", act);
  link.addEventListener("keydown", (event) => {
    if (event.key === "Enter") act();
  });
  return link;
}
