/** A question that waits: what is asked, and the answers. */

import { ANSWER_LABELS } from "../../confirm/answerLabels";
import type { Block, Choice, QuestionBlock } from "../../conversation/blocks";
import { readDiff } from "../../conversation/syntax/diff";
import { t } from "../../l10n";
import type { BlockActions, BlockView } from "../blockView";
import { linesView } from "../diffView";
import { button, element, fill, freshId, type Child } from "../dom";
import { longText } from "../longText";

export function questionView(actions: BlockActions): BlockView {
  const box = element("section", { class: "card question" });
  let shown: QuestionBlock | undefined;
  return {
    element: box,
    update: (block: Block) => {
      if (block.kind !== "question" || block === shown) {
        return;
      }
      const isSame = shown?.requestId === block.requestId && shown.isOpen === block.isOpen;
      shown = block;
      // What the user writes there must not be lost.
      if (!isSame) {
        show(box, block, actions);
      }
    },
  };
}

function show(box: HTMLElement, block: QuestionBlock, actions: BlockActions): void {
  const titleId = freshId("question");
  const [first = "", ...rest] = block.message.split("\n");
  const title = first.replace(/^Architect: /, "");
  box.dataset["open"] = String(block.isOpen);
  // The call it was about shows what became of it.
  box.hidden = !block.isOpen;
  if (!block.isOpen) {
    fill(box);
    return;
  }
  box.setAttribute("aria-labelledby", titleId);
  const heading = { class: "question-title", attributes: { id: titleId, dir: "auto" } };
  if (block.about === "question") {
    const words = [title, ...rest].join("\n").trim();
    const asked = element("h2", heading, words);
    fill(box, asked, ownAnswers(block, actions));
    return;
  }
  const { words, parts } = block.about === "command" ? commandWords(title, rest) : { words: title, parts: details(block, title, rest) };
  fill(box, element("h2", heading, words), ...parts, answers(block, actions));
}

/** What is asked about a command: a short one is in the heading, another one stands below as a whole. */
function commandWords(title: string, lines: readonly string[]): { readonly words: string; readonly parts: readonly Child[] } {
  const at = lines.indexOf("");
  const [reason = "", ...folder] = at < 0 ? lines : lines.slice(0, at);
  const said = /^[^`]+`([^]*)`\?$/.exec(title)?.[1];
  const [command = "", ...more] = at < 0 ? [said ?? title, ...folder] : lines.slice(at + 1);
  const why = reason === "" ? undefined : element("p", { attributes: { dir: "auto" } }, asSentence(reason, [title, command, ...more].join("\n")));
  if (command === said && more.every((line) => /^\(.*\)$/.test(line))) {
    return { words: [title, ...more].join(" "), parts: [why] };
  }
  const whole = longText([command, ...more].join("\n"), { lines: 15, from: "start" }, (text) => element("pre", { class: "output" }, text));
  return { words: t("Run this command?"), parts: [why, whole] };
}

function details(block: QuestionBlock, title: string, lines: readonly string[]): readonly Child[] {
  const at = lines.indexOf("");
  const reason = lines.slice(0, at < 0 ? lines.length : at).join("\n");
  const preview = at < 0 ? "" : lines.slice(at + 1).join("\n");
  return [
    reason === "" ? undefined : element("p", { attributes: { dir: "auto" } }, asSentence(reason, title)),
    preview === "" ? undefined : previewView(block, preview),
  ];
}

/** Begins with a capital, unless with a word of `asked`: the name of a program. */
function asSentence(reason: string, asked: string): string {
  const [first = ""] = /^\p{L}+(?=[\s,])/u.exec(reason) ?? [];
  const isName = asked.split(/[^\p{L}\p{N}]+/u).includes(first);
  return isName ? reason : first.charAt(0).toUpperCase() + reason.slice(first === "" ? 0 : 1);
}

function previewView(block: QuestionBlock, preview: string): HTMLElement {
  const lines = block.about === "edit" ? readDiff(preview) : [];
  return lines.some((line) => line.kind === "hunk")
    ? linesView(lines, pathOf(preview))
    : longText(preview, { lines: 15, from: "start" }, (text) =>
        element("pre", { class: "output" }, text),
      );
}

function pathOf(patch: string): string {
  return /^\+\+\+ (?:b\/)?([^\n\t]{1,500})/m.exec(patch)?.[1] ?? "";
}

/** What the model suggests, words of the user's own, or none. */
function ownAnswers(block: QuestionBlock, actions: BlockActions): HTMLElement {
  const words = element("input", { attributes: { type: "text", id: freshId("answer") } });
  const send = (choice: Choice, note: string): void => {
    for (const each of buttons) {
      each.disabled = true;
    }
    actions.answer(block.requestId, choice, note, 0);
  };
  const sendWords = (): void => {
    if (words.value.trim() !== "") {
      send("once", words.value);
    }
  };
  words.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) {
      sendWords();
    }
  });
  const said = block.suggestions.map((each) => button(each, () => {
    send("once", each);
  }, { class: "secondary" }));
  const answer = button(t("Answer"), sendWords, { class: "primary" });
  const decide = button(t("Let the Agent Decide"), () => {
    send("deny", "");
  }, { class: "secondary" });
  const stop = button(ANSWER_LABELS.stop, () => {
    send("stop", "");
  }, { class: "secondary" });
  const buttons = [...said, answer, decide, stop];
  return element(
    "div",
    { class: "answers" },
    said.length === 0 ? undefined : element("div", { class: "buttons" }, ...said),
    labelled(t("Your answer"), words),
    element("div", { class: "buttons" }, answer, decide, stop),
  );
}

function answers(block: QuestionBlock, actions: BlockActions): HTMLElement {
  const note = element("input", { attributes: { type: "text", id: freshId("note") } });
  const offer = offerChoice(block);
  const buttons = block.choices.map((choice) =>
    button(
      ANSWER_LABELS[choice],
      () => {
        for (const each of buttons) {
          each.disabled = true;
        }
        actions.answer(block.requestId, choice, note.value, Math.max(offer?.selectedIndex ?? 0, 0));
      },
      { class: choice === "once" ? "primary" : "secondary" },
    ),
  );
  return element(
    "div",
    { class: "answers" },
    element("div", { class: "buttons" }, ...buttons, previewButton(block, actions)),
    offer === undefined ? onlyOffer(block) : labelled(t("“Always” applies to"), offer),
    labelled(t("Reason for denying (sent to the model)"), note),
  );
}

function previewButton(block: QuestionBlock, actions: BlockActions): Child {
  if (block.about !== "edit") {
    return undefined;
  }
  return button(t("Open Diff Editor"), () => {
    actions.preview(block.requestId);
  }, { class: "secondary" });
}

/** What could be kept of a yes, if that is not to choose. */
function onlyOffer(block: QuestionBlock): HTMLElement | undefined {
  const [offer = "", ...others] = block.offers;
  if (offer === "" || others.length > 0) {
    return undefined;
  }
  const what = isExactly(block, offer) ? t("exactly this command") : offer;
  return element("p", { class: "quiet" }, t("“Always” applies to {what}.", { what }));
}

/** Whether the offer ends with the command that is asked about: the other ones have words behind it. */
function isExactly({ about, message }: QuestionBlock, offer: string): boolean {
  const [, command = ""] = /^run_command, [^:]+: ([^]+)$/.exec(offer) ?? [];
  return about === "command" && command !== "" && message.includes(command);
}

function offerChoice(block: QuestionBlock): HTMLSelectElement | undefined {
  if (block.offers.length < 2) {
    return undefined;
  }
  const options = block.offers.map((offer) => element("option", {}, offer));
  return element("select", { attributes: { id: freshId("offer") } }, ...options);
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element(
    "div",
    { class: "field" },
    element("label", { attributes: { for: field.id } }, text),
    field,
  );
}
