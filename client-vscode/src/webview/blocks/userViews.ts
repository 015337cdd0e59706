/** What the user said: the task of a run, and what was said while it worked. */

import type { AttachedPart, MessageBlock, SelectedLines, TaskBlock } from "../../conversation/blocks";
import { shortened } from "../../displayText";
import { t } from "../../l10n";
import { sizeWords } from "../../panel/attachment";
import type { BlockActions, BlockView } from "../blockView";
import { shortName } from "../composer/chips";
import { pathButton } from "../diffView";
import { button, element } from "../dom";
import { longText } from "../longText";
import { refilled } from "../refilledView";
import { restoreButton } from "./restoreButton";

/** Characters of the name of a model. */
const MAX_MODEL = 40;

export function taskView(actions: BlockActions): BlockView {
  const box = element("section", { class: "task", attributes: { "aria-label": t("Your task") } });
  return refilled("task", box, (block: TaskBlock) => [
    element("div", { class: "speaker" }, t("You"), taskButtons(block, actions)),
    ...(block.title === "" ? [taskText(block.text)] : titledTask(block)),
    block.selection === undefined ? undefined : selectionView(block.selection, actions),
    attachedView(block.attached),
    aboutTask(block),
  ]);
}

export function messageView(actions: BlockActions): BlockView {
  const box = element("section", { class: "task", attributes: { "aria-label": t("Your message") } });
  return refilled("message", box, (block: MessageBlock) => [
    element("div", { class: "speaker" }, t("You")),
    taskText(block.text),
    block.selection === undefined ? undefined : selectionView(block.selection, actions),
    attachedView(block.attached),
  ]);
}

/** Ways to go back to here. */
function taskButtons(block: TaskBlock, actions: BlockActions): HTMLElement {
  const link = (label: string, title: string, act: () => void) =>
    button(label, act, { class: "link-button", attributes: { title, "aria-label": `${label}: ${title}` } });
  return element(
    "span",
    { class: "task-buttons" },
    link(t("Edit"), t("change this message and send it again"), () => {
      actions.edit(block.typed || block.text);
    }),
    link(t("Fork"), t("go on from here in a session of its own"), () => {
      actions.fork();
    }),
    block.canRestore ? restoreButton(0, actions) : undefined,
  );
}

function attachedView(attached: readonly AttachedPart[]): HTMLElement | undefined {
  if (attached.length === 0) {
    return undefined;
  }
  const chips = attached.map((part) => {
    const size = sizeWords(part);
    return element(
      "li",
      { class: "chip", attributes: { title: part.name } },
      element("span", { class: "chip-name" }, shortName(part.name)),
      size === "" ? undefined : element("span", { class: "chip-size" }, size),
    );
  });
  return element("ul", { class: "chips", attributes: { "aria-label": t("Attached") } }, ...chips);
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
    element("details", { class: "prompt" }, element("summary", { class: "quiet" }, t("Prompt")), taskText(text)),
  ];
}

function selectionView({ path, line, words }: SelectedLines, actions: BlockActions): HTMLElement {
  return element("p", { class: "quiet" }, t("Selection: "), pathButton(path, line, actions, words));
}

function aboutTask({ agent, model, isDryRun }: TaskBlock): HTMLElement {
  const wordsWith = (name: string) => [agent, name, isDryRun ? t("dry run") : ""].filter((part) => part !== "").join(" · ");
  const shown = shortened(model, MAX_MODEL);
  if (shown === model) {
    return element("div", { class: "quiet" }, wordsWith(model));
  }
  const whole = wordsWith(model);
  return element(
    "div",
    { class: "quiet", attributes: { title: whole } },
    element("span", { attributes: { "aria-hidden": "true" } }, wordsWith(shown)),
    element("span", { class: "visually-hidden" }, whole),
  );
}
