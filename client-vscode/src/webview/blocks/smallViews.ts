/** The blocks that are made at once and hardly ever change. */

import type {
  Block,
  ChangeBlock,
  CheckpointBlock,
  DecisionBlock,
  FindingBlock,
  GateBlock,
  MessageBlock,
  NoteBlock,
  OutcomeBlock,
  PlanBlock,
  SelectedLines,
  TaskBlock,
} from "../../conversation/blocks";
import { inEditorWords, remediesFor } from "../../remedies";
import { decisionText } from "../../conversation/decisionText";
import type { BlockActions, BlockView } from "../blockView";
import { changeView, pathButton } from "../diffView";
import { button, element, fill, type Child } from "../dom";
import { copyButton } from "../copyButton";
import { withFileLinks } from "../fileLinks";
import { longText } from "../longText";
import { markdownView } from "../markdown/markdownView";
import { duration } from "../format";

type Of<K extends Block["kind"]> = Extract<Block, { kind: K }>;

/** A view that is filled anew with each block. */
function refilled<K extends Block["kind"]>(
  kind: K,
  box: HTMLElement,
  content: (block: Of<K>) => readonly Child[],
): BlockView {
  const isKind = (block: Block): block is Of<K> => block.kind === kind;
  return {
    element: box,
    update: (block) => {
      if (isKind(block)) {
        fill(box, ...content(block));
      }
    },
  };
}

export function taskView(actions: BlockActions): BlockView {
  const box = element("section", { class: "task", attributes: { "aria-label": "Your task" } });
  return refilled("task", box, (block: TaskBlock) => [
    element("div", { class: "speaker" }, "You", block.canRestore ? restoreButton(0, actions) : undefined),
    ...(block.title === "" ? [taskText(block.text)] : titledTask(block)),
    block.selection === undefined ? undefined : selectionView(block.selection, actions),
    element("div", { class: "quiet" }, aboutTask(block)),
  ]);
}

export function messageView(actions: BlockActions): BlockView {
  const box = element("section", { class: "task", attributes: { "aria-label": "Your message" } });
  return refilled("message", box, (block: MessageBlock) => [
    element("div", { class: "speaker" }, "You"),
    taskText(block.text),
    block.selection === undefined ? undefined : selectionView(block.selection, actions),
  ]);
}

/** The words that are shown, and what they come to. */
const RESTORE = "Restore Files to Here";

function restoreButton(step: number, actions: BlockActions): HTMLElement {
  const title = step === 0 ? "The files as they were before this task" : `The files as they were behind step ${String(step)}`;
  const attributes = { title, "aria-label": `${RESTORE}: ${title}` };
  return button(RESTORE, () => {
    actions.restore(step);
  }, { class: "link-button restore", attributes });
}

export function checkpointView(actions: BlockActions): BlockView {
  const box = element("div", { class: "checkpoint" });
  return refilled("checkpoint", box, (block: CheckpointBlock) => [restoreButton(block.step, actions)]);
}

function taskText(task: string): HTMLElement {
  return longText(task, { lines: 12, from: "start" }, (text) =>
    element("p", { class: "task-text", attributes: { dir: "auto" } }, text),
  );
}

/** A task that the user chose by its name; what the model is told is not the user's wording. */
function titledTask({ title, text }: TaskBlock): readonly HTMLElement[] {
  return [
    element("p", { class: "task-text", attributes: { dir: "auto" } }, title),
    element("details", { class: "prompt" }, element("summary", { class: "quiet" }, "Prompt"), taskText(text)),
  ];
}

function selectionView({ path, line, words }: SelectedLines, actions: BlockActions): HTMLElement {
  return element("p", { class: "quiet" }, "Selection: ", pathButton(path, line, actions, words));
}

function aboutTask(block: TaskBlock): string {
  const parts = [block.agent, block.model, block.isDryRun ? "dry run" : ""];
  return parts.filter((part) => part !== "").join(" · ");
}

/** Characters of an answer that has a button to copy it. */
const MIN_COPIED = 120;

export function replyView(actions: BlockActions): BlockView {
  const markdown = markdownView(actions.open);
  let text = "";
  const copy = copyButton(() => text, "answer");
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
  running: "running",
  passed: "passed",
  failed: "failed",
  skipped: "not run",
};

export function gateView(actions: BlockActions): BlockView {
  const box = element("section", { class: "card gate" });
  return refilled("gate", box, (block: GateBlock) => {
    box.dataset["state"] = block.state;
    box.setAttribute("aria-label", `Check ${block.name}`);
    const took = block.durationS === undefined ? "" : `, ${duration(block.durationS)}`;
    return [
      element(
        "div",
        { class: "card-head" },
        element("span", { class: "mark", attributes: { "aria-hidden": "true" } }),
        element("span", { class: "call-name" }, `Check ${block.name}`),
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
    box.setAttribute("aria-label", `Finding: ${block.title}`);
    const place = `${block.path}:${String(block.line)}`;
    return [
      element(
        "div",
        { class: "card-head" },
        element("span", { class: "mark", attributes: { "aria-hidden": "true" } }),
        element("span", { class: "severity" }, block.severity),
        element("strong", { attributes: { dir: "auto" } }, block.title),
        pathButton(block.path, block.line, actions, place),
      ),
      block.detail === "" ? undefined : prose(block.detail, actions),
      block.suggestion === "" ? undefined : prose(block.suggestion, actions),
    ];
  });
}

function prose(text: string, actions: BlockActions): HTMLElement {
  const markdown = markdownView(actions.open);
  markdown.update(text);
  return markdown.element;
}

export function planView(): BlockView {
  const box = element("section", { class: "card plan", attributes: { "aria-label": "Plan" } });
  return refilled("plan", box, (block: PlanBlock) => [
    element("div", { class: "card-head" }, element("strong", {}, "Plan")),
    element(
      "ol",
      {},
      ...block.actions.map((action) =>
        element("li", {}, element("span", { class: "call-name" }, action.tool), " ", element("code", {}, action.summary)),
      ),
    ),
  ]);
}

/** Endings behind which the session can go on as it was. */
const RESUMABLE: ReadonlySet<string> = new Set(["interrupted", "cancelled", "limit", "failed"]);

export function outcomeView(actions: BlockActions): BlockView {
  const box = element("section", { class: "card outcome", attributes: { "aria-label": "Outcome" } });
  return refilled("outcome", box, (block: OutcomeBlock) => {
    box.dataset["tone"] = block.tone;
    box.dataset["outcome"] = block.outcome;
    return [
      element(
        "div",
        { class: "card-head" },
        element("span", { class: "mark", attributes: { "aria-hidden": "true" } }),
        element("strong", {}, block.title),
      ),
      block.detail === ""
        ? undefined
        : element("p", { attributes: { dir: "auto" } }, inEditorWords(block.detail)),
      RESUMABLE.has(block.outcome)
        ? element("div", { class: "buttons" }, ...remedyButtons(block, actions), resumeButton(actions))
        : undefined,
    ];
  });
}

function remedyButtons(block: OutcomeBlock, actions: BlockActions): readonly HTMLButtonElement[] {
  const said = block.outcome === "limit" ? `${block.title} ${block.detail}` : block.detail;
  return remediesFor(said).map(({ id, label }) =>
    button(label, () => {
      actions.remedy(id);
    }, { class: "secondary" }),
  );
}

function resumeButton(actions: BlockActions): HTMLButtonElement {
  const made = button("Resume", () => {
    made.disabled = true;
    actions.resume();
  }, { class: "secondary" });
  return made;
}
