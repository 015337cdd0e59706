/** What stands where a conversation will be: examples of tasks. */

import { button, element } from "./dom";

const STARTERS = [
  "Explain what this project does and how it is structured.",
  "Find out why a test fails, and fix it.",
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
      "The agent edits your files, and you keep or undo each change. It asks before commands that reach outside the sandbox.",
    ),
    element("ul", { attributes: { "aria-label": "Examples" } }, ...starters),
  );
}
