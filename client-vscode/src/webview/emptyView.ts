/** What stands where a conversation will be: what one may begin with. */

import { button, element } from "./dom";

const STARTERS = [
  "Explain what this project does and where its parts are.",
  "Find out why a test fails and fix it.",
  "Review my uncommitted changes.",
];

/** `take` puts a text into the input. */
export function emptyView(take: (text: string) => void): HTMLElement {
  const starters = STARTERS.map((text) =>
    element(
      "li",
      {},
      button(text, () => {
        take(text);
      }, { class: "starter" }),
    ),
  );
  return element(
    "section",
    { class: "empty", attributes: { "aria-label": "New chat" } },
    element("h2", {}, "Describe a task"),
    element(
      "p",
      { class: "quiet" },
      "The agent edits your open files. Each change can be kept or undone; what reaches out is asked about.",
    ),
    element("ul", { attributes: { "aria-label": "What one may begin with" } }, ...starters),
  );
}
