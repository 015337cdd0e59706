/** What stands where a conversation will be: examples of tasks. */

import { t } from "../l10n";
import { button, element } from "./dom";

const STARTERS = [
  t("Explain what this project does and how it is structured."),
  t("Find out why a test fails, and fix it."),
  t("Review my uncommitted changes."),
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
    { class: "empty", attributes: { "aria-label": t("New chat") } },
    element("h2", {}, t("Describe a task")),
    element(
      "p",
      { class: "quiet" },
      t("The agent edits your files, and you keep or undo each change. It asks before commands that reach outside the sandbox."),
    ),
    element("ul", { attributes: { "aria-label": t("Examples") } }, ...starters),
  );
}
