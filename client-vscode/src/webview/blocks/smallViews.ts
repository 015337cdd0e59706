/** The blocks that are made at once and hardly ever change. */

import type {
  ChangeBlock,
  CheckpointBlock,
  DecisionBlock,
  FindingBlock,
  GateBlock,
  NoteBlock,
  PlanBlock,
} from "../../conversation/blocks";
import { decisionText } from "../../conversation/decisionText";
import { inEditorWords } from "../../editorWords";
import { shown, t } from "../../l10n";
import type { BlockActions, BlockView } from "../blockView";
import { copyButton } from "../copyButton";
import { changeView, pathButton } from "../diffView";
import { element, setName } from "../dom";
import { withFileLinks } from "../fileLinks";
import { duration } from "../format";
import { longText } from "../longText";
import { markdownView } from "../markdown/markdownView";
import { refilled } from "../refilledView";
import { restoreButton } from "./restoreButton";

export function checkpointView(actions: BlockActions): BlockView {
  const box = element("div", { class: "checkpoint" });
  return refilled("checkpoint", box, (block: CheckpointBlock) => [restoreButton(block.step, actions)]);
}

/** Characters of an answer that has a button to copy it. */
const MIN_COPIED = 120;

export function replyView(actions: BlockActions): BlockView {
  const markdown = markdownView(actions);
  let text = "";
  const copy = copyButton(() => text, t("Copy answer"));
  const box = element("section", { class: "reply", attributes: { "aria-label": "Architect" } }, markdown.element, copy);
  return {
    element: box,
    update: (block) => {
      if (block.kind === "reply") {
        text = block.text;
        // What it says between its calls is hardly worth a button each.
        copy.hidden = !block.isComplete || text.length < MIN_COPIED;
        box.dataset["complete"] = String(block.isComplete);
        markdown.update(block.text);
      }
    },
  };
}

export function standaloneChangeView(actions: BlockActions): BlockView {
  const box = element("div", { class: "card change-card" });
  return refilled("change", box, (block: ChangeBlock) => [changeView(block.change, actions)]);
}

export function noteView(actions: BlockActions): BlockView {
  const box = element("div", { class: "note-block" });
  return refilled("note", box, (block: NoteBlock) => {
    box.dataset["tone"] = block.tone;
    return [
      element("p", { attributes: { dir: "auto" } }, inEditorWords(block.text)),
      block.detail.trim() === "" ? undefined : printed(inEditorWords(block.detail), actions),
    ];
  });
}

export function decisionView(actions: BlockActions): BlockView {
  const box = element("div", { class: "note-block decision" });
  return refilled("decision", box, (block: DecisionBlock) => [
    element("p", { attributes: { dir: "auto" } }, decisionText(block)),
    block.detail.trim() === "" ? undefined : printed(block.detail, actions),
  ]);
}

function printed(text: string, actions: BlockActions): HTMLElement {
  return longText(text, { lines: 8, from: "start" }, (part) =>
    element("pre", { class: "output" }, ...withFileLinks(part, actions.open)),
  );
}

const GATE_STATES: Readonly<Record<GateBlock["state"], string>> = {
  running: t("running"),
  passed: t("passed"),
  failed: t("failed"),
  skipped: t("not run"),
};

export function gateView(actions: BlockActions): BlockView {
  const box = element("section", { class: "card gate" });
  return refilled("gate", box, (block: GateBlock) => {
    box.dataset["state"] = block.state;
    setName(box, t("Check {name}", { name: block.name }));
    const took = block.durationS === undefined ? "" : `, ${duration(block.durationS)}`;
    return [
      element(
        "div",
        { class: "card-head" },
        element("span", { class: "mark", attributes: { "aria-hidden": "true" } }),
        element("span", { class: "call-name" }, t("Check {name}", { name: block.name })),
        element("code", { class: "call-about" }, block.command),
        element("span", { class: "call-state" }, `${GATE_STATES[block.state]}${took}`),
      ),
      block.state === "passed" || block.detail.trim() === "" ? undefined : printed(block.detail, actions),
    ];
  });
}

export function findingView(actions: BlockActions): BlockView {
  const box = element("section", { class: "card finding" });
  return refilled("finding", box, (block: FindingBlock) => {
    box.dataset["severity"] = block.severity;
    setName(box, t("Finding: {title}", { title: block.title }));
    const place = `${block.path}:${String(block.line)}`;
    return [
      element(
        "div",
        { class: "card-head" },
        element("span", { class: "mark", attributes: { "aria-hidden": "true" } }),
        element("span", { class: "severity" }, shown(block.severity)),
        element("strong", { attributes: { dir: "auto" } }, block.title),
        pathButton(block.path, block.line, actions, place),
      ),
      block.detail === "" ? undefined : prose(block.detail, actions),
      block.suggestion === "" ? undefined : prose(block.suggestion, actions),
    ];
  });
}

function prose(text: string, actions: BlockActions): HTMLElement {
  const markdown = markdownView(actions);
  markdown.update(text);
  return markdown.element;
}

export function planView(): BlockView {
  const box = element("section", { class: "card plan", attributes: { "aria-label": t("Plan") } });
  return refilled("plan", box, (block: PlanBlock) => [
    element("div", { class: "card-head" }, element("strong", {}, t("Plan"))),
    element(
      "ol",
      {},
      ...block.actions.map((action) =>
        element("li", {}, element("span", { class: "call-name" }, action.tool), " ", element("code", {}, action.summary)),
      ),
    ),
  ]);
}
