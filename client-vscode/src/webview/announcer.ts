/** Announcements for screen readers: whole sentences now and then, not every token. */

import type { Block, CallBlock } from "../conversation/blocks";
import type { Conversation } from "../conversation/conversation";
import { decisionText } from "../conversation/decisionText";
import { oneLine } from "../displayText";
import { inEditorWords } from "../editorWords";
import { t } from "../l10n";
import { element, setText } from "./dom";
import { waitingWords } from "./format";

const DELAY_MS = 1_500;
const MAX = 400;
/** Sentences in one announcement; a busy run makes more than anybody listens to. */
const MAX_WAITING = 3;

export class Announcer {
  readonly element = element("div", {
    class: "visually-hidden",
    attributes: { role: "status", "aria-live": "polite" },
  });
  private readonly announced = new Map<string, string>();
  private waiting: string[] = [];
  private timer: number | undefined;

  /** Do not announce what is there already. */
  markKnown(conversation: Conversation): void {
    this.newSentences(conversation);
  }

  announce(conversation: Conversation): void {
    const sentences = this.newSentences(conversation);
    if (sentences.length > 0) {
      this.waiting = [...this.waiting, ...sentences].slice(-MAX_WAITING);
      this.timer ??= window.setTimeout(() => {
        this.flush();
      }, DELAY_MS);
    }
  }

  private flush(): void {
    this.timer = undefined;
    setText(this.element, this.waiting.join(". "));
    this.waiting = [];
  }

  /** Only the end is looked at: nothing changes further above. */
  private newSentences(conversation: Conversation): readonly string[] {
    const last = conversation.runs.at(-1)?.blocks.slice(-20) ?? [];
    const sentences: string[] = [];
    for (const block of last) {
      const sentence = sentenceOf(block);
      if (sentence !== "" && this.announced.get(block.id) !== sentence) {
        this.announced.set(block.id, sentence);
        sentences.push(sentence);
      }
    }
    return sentences;
  }
}

function callSentence({ name, summary, state }: CallBlock): string {
  const call = `${name} ${oneLine(summary, 100)}`;
  switch (state) {
    case "failed":
      return t("{call} failed", { call });
    case "denied":
      return t("{call} denied", { call });
    default:
      return "";
  }
}

function sentenceOf(block: Block): string {
  switch (block.kind) {
    case "reply":
      return block.isComplete ? oneLine(block.text, MAX) : "";
    case "call":
      return callSentence(block);
    case "question":
      return block.isOpen ? `${waitingWords(block.about)}: ${oneLine(block.message.replace(/^Architect: /, ""), MAX)}` : "";
    case "gate":
      return block.state === "failed" ? t("Check {name} failed", { name: oneLine(block.name, 100) }) : "";
    case "decision":
      return oneLine(decisionText(block), MAX);
    case "note":
      return block.tone === "quiet" ? "" : oneLine(block.text, MAX);
    case "retry":
      return block.isOver ? "" : t("The request failed and is sent again: {reason}", { reason: oneLine(inEditorWords(block.reason), MAX) });
    case "outcome":
      return `${block.title}. ${oneLine(inEditorWords(block.detail), MAX)}`;
    default:
      return "";
  }
}
