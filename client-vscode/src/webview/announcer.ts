/** What a screen reader is told: whole sentences, now and then, not every token. */

import type { Block } from "../conversation/blocks";
import type { Conversation } from "../conversation/conversation";
import { oneLine } from "../shownText";
import { element, setText } from "./dom";

const PAUSE_MS = 1_500;
const MOST = 400;
/** Sentences that are told at once; a busy run makes more than anybody hears. */
const MOST_WAITING = 3;

export class Announcer {
  readonly element = element("div", {
    class: "visually-hidden",
    attributes: { role: "status", "aria-live": "polite" },
  });
  private readonly told = new Map<string, string>();
  private waiting: string[] = [];
  private timer: number | undefined;

  /** What is there already is known; nobody wants to hear it. */
  learn(conversation: Conversation): void {
    this.fresh(conversation);
  }

  hear(conversation: Conversation): void {
    const sentences = this.fresh(conversation);
    if (sentences.length > 0) {
      this.waiting = [...this.waiting, ...sentences].slice(-MOST_WAITING);
      this.timer ??= window.setTimeout(() => {
        this.speak();
      }, PAUSE_MS);
    }
  }

  private speak(): void {
    this.timer = undefined;
    setText(this.element, this.waiting.join(". "));
    this.waiting = [];
  }

  /** Only the end is looked at: nothing changes further above. */
  private fresh(conversation: Conversation): readonly string[] {
    const last = conversation.runs.at(-1)?.blocks.slice(-20) ?? [];
    const sentences: string[] = [];
    for (const block of last) {
      const sentence = sentenceOf(block);
      if (sentence !== "" && this.told.get(block.id) !== sentence) {
        this.told.set(block.id, sentence);
        sentences.push(sentence);
      }
    }
    return sentences;
  }
}

function sentenceOf(block: Block): string {
  switch (block.kind) {
    case "said":
      return block.isComplete ? oneLine(block.text, MOST) : "";
    case "call":
      return block.state === "failed" || block.state === "denied"
        ? `${block.name} ${oneLine(block.summary, 100)} ${block.state}`
        : "";
    case "question":
      return block.isOpen ? `Architect is waiting for confirmation: ${oneLine(block.message, MOST)}` : "";
    case "gate":
      return block.state === "failed" ? `Check ${oneLine(block.name, 100)} failed` : "";
    case "note":
      return block.tone === "quiet" ? "" : oneLine(block.text, MOST);
    case "outcome":
      return `${block.title}. ${oneLine(block.detail, MOST)}`;
    default:
      return "";
  }
}
