/** The changes of one file, line by line. */

import type { FileChange } from "../conversation/blocks";
import { readDiff, type DiffLine } from "../conversation/syntax/diff";
import { pluralize } from "../displayText";
import { t } from "../l10n";
import type { BlockActions } from "./blockView";
import { tokenNodes } from "./codeView";
import { button, element, fill } from "./dom";
import { hides } from "./hiddenText";
import { highlightIn } from "./highlighting";

/** Lines that are shown at once, and after "Show all". */
const INITIAL_LINES = 40;
const MAX_LINES = 4_000;
/** Characters in front of a line for its number; the styles leave room for as many. */
const NUMBER_WIDTH = 5;

const KINDS: Readonly<Record<string, string>> = {
  created: t("created"),
  modified: t("modified"),
  deleted: t("deleted"),
};

export function changeView(change: FileChange, actions: Pick<BlockActions, "open">): HTMLElement {
  const lines = readDiff(change.diff);
  const at = lines.find(({ kind }) => kind === "added" || kind === "removed")?.number ?? 1;
  const head = element(
    "div",
    { class: "change-head" },
    change.kind === "deleted"
      ? element("span", { class: "path" }, change.path)
      : pathButton(change.path, at, actions),
    element("span", { class: "quiet" }, fateOf(change)),
    plusMinus(change.added, change.removed),
  );
  return element(
    "section",
    { class: "change", attributes: { "aria-label": t("Changes in {path}", { path: change.path }) } },
    head,
    linesView(lines, change.path),
  );
}

function fateOf(change: FileChange): string {
  const kind = KINDS[change.kind] ?? change.kind;
  const fate = change.isProposed ? t("{kind}, proposed", { kind }) : kind;
  return change.isByCommand ? t("{fate} by the command", { fate }) : fate;
}

export function pathButton(
  path: string,
  line: number,
  actions: Pick<BlockActions, "open">,
  label = path,
): HTMLElement {
  return button(label, () => {
    actions.open(path, line);
  }, { class: "path link-button", attributes: { title: t("Open in the editor") } });
}

/** `+3 −1`, which is read as words. */
export function plusMinus(added: number, removed: number): HTMLElement {
  return element(
    "span",
    { class: "plus-minus" },
    element("span", { class: "visually-hidden" }, t("{lines} added, {removed} removed", { lines: pluralize(added, "line"), removed })),
    element("span", { class: "plus", attributes: { "aria-hidden": "true" } }, `+${String(added)}`),
    element("span", { class: "minus", attributes: { "aria-hidden": "true" } }, `−${String(removed)}`),
  );
}

/** The lines of the diff of the file `path`; the first few of many. */
export function linesView(lines: readonly DiffLine[], path: string): HTMLElement {
  const box = element("div", { class: "diff" });
  appendLines(box, lines, path, { from: 0, to: INITIAL_LINES });
  if (lines.length <= INITIAL_LINES) {
    return box;
  }
  const showAll = (): void => {
    appendLines(box, lines, path, { from: INITIAL_LINES, to: MAX_LINES });
    more.remove();
    if (lines.length > MAX_LINES) {
      box.append(element("div", { class: "line note" }, t("The rest is too long to display.")));
    }
  };
  const more = button(t("Show all {lines}", { lines: pluralize(lines.length, "line") }), showAll, { class: "link-button" });
  const whole = element("div", {}, box, more);
  hides(whole, () => (more.isConnected ? lines.map(({ text }) => text).join("\n") : ""), showAll);
  return whole;
}

/** Append some of the lines; what they are highlighted as depends on all of them. */
function appendLines(
  box: HTMLElement,
  lines: readonly DiffLine[],
  path: string,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const codes = lines.slice(from, to).map((line) => ({ line, code: element("code", {}, line.text) }));
  box.append(...codes.map(({ line, code }) => lineView(line, code)));
  highlightIn(box, ({ highlightDiff }) => {
    const tokens = highlightDiff(lines, path);
    for (const { line, code } of codes) {
      fill(code, ...tokenNodes(tokens.get(line) ?? []));
    }
  });
}

const SIGNS = { added: "+", removed: "-", context: " " } as const;

function lineView({ kind, number, text }: DiffLine, code: HTMLElement): HTMLElement {
  if (kind === "hunk" || kind === "note") {
    return element("div", { class: `line ${kind}` }, text);
  }
  return element(
    "div",
    { class: `line ${kind}` },
    element("span", { class: "number", attributes: { "aria-hidden": "true" } }, String(number).padStart(NUMBER_WIDTH)),
    element("span", { class: "sign" }, SIGNS[kind]),
    code,
  );
}
