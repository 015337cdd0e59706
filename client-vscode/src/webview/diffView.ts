/** The changes of one file, line by line. */

import type { FileChange } from "../conversation/blocks";
import { readDiff, type DiffLine } from "../conversation/syntax/diff";
import { pluralize } from "../displayText";
import type { BlockActions } from "./blockView";
import { tokenNodes } from "./codeView";
import { button, element } from "./dom";

/** Lines that are shown at once, and after "Show all". */
const INITIAL_LINES = 40;
const MAX_LINES = 4_000;

export function changeView(change: FileChange, actions: Pick<BlockActions, "open">): HTMLElement {
  const lines = readDiff(change.diff, change.path);
  const first = lines.find((line) => line.kind === "added" || line.kind === "removed");
  const at = first?.kind === "added" || first?.kind === "removed" ? first.number : 1;
  const head = element(
    "div",
    { class: "change-head" },
    change.kind === "deleted"
      ? element("span", { class: "path" }, change.path)
      : pathButton(change.path, at, actions),
    element("span", { class: "quiet" }, change.isProposed ? `${change.kind}, proposed` : change.kind),
    plusMinus(change.added, change.removed),
  );
  return element(
    "section",
    { class: "change", attributes: { "aria-label": `Changes in ${change.path}` } },
    head,
    linesView(lines),
  );
}

export function pathButton(
  path: string,
  line: number,
  actions: Pick<BlockActions, "open">,
  label = path,
): HTMLElement {
  return button(label, () => {
    actions.open(path, line);
  }, { class: "path link-button", attributes: { title: "Open in the editor" } });
}

/** `+3 −1`, which is read as words. */
export function plusMinus(added: number, removed: number): HTMLElement {
  return element(
    "span",
    { class: "plus-minus" },
    element("span", { class: "visually-hidden" }, `${String(added)} lines added, ${String(removed)} removed`),
    element("span", { class: "plus", attributes: { "aria-hidden": "true" } }, `+${String(added)}`),
    element("span", { class: "minus", attributes: { "aria-hidden": "true" } }, `−${String(removed)}`),
  );
}

/** The lines of a diff; the first few of many. */
export function linesView(lines: readonly DiffLine[]): HTMLElement {
  const box = element("div", { class: "diff" }, ...lines.slice(0, INITIAL_LINES).map(lineView));
  if (lines.length <= INITIAL_LINES) {
    return box;
  }
  const more = button(`Show all ${pluralize(lines.length, "line")}`, () => {
    box.append(...lines.slice(INITIAL_LINES, MAX_LINES).map(lineView));
    more.remove();
    if (lines.length > MAX_LINES) {
      box.append(element("div", { class: "line note" }, "The rest is too long to display."));
    }
  }, { class: "link-button" });
  return element("div", {}, box, more);
}

const SIGNS = { added: "+", removed: "-", context: " " } as const;

function lineView(line: DiffLine): HTMLElement {
  if (line.kind === "hunk" || line.kind === "note") {
    return element("div", { class: `line ${line.kind}` }, line.text);
  }
  return element(
    "div",
    { class: `line ${line.kind}` },
    element("span", { class: "number", attributes: { "aria-hidden": "true" } }, String(line.number)),
    element("span", { class: "sign" }, SIGNS[line.kind]),
    element("code", {}, ...tokenNodes(line.tokens)),
  );
}
