/** What the user said to runs that work, and their models have not read yet. */

import { randomUUID } from "node:crypto";

import { textOf, type RunEvent } from "../conversation/event";
import type { Attachment } from "./attachment";
import type { QueuedMessage } from "./messages";
import type { PanelHost } from "./panelHost";

/** What the user says to a run. */
export interface SaidMessage {
  readonly runId: string;
  readonly text: string;
  readonly interrupt: boolean;
  readonly attachments: readonly Attachment[];
}

interface Waiting extends QueuedMessage, Omit<SaidMessage, "interrupt"> {}

/** What no model will read. */
export type UnreadWords = Pick<SaidMessage, "text" | "attachments">;

/** What a queue tells: that it is another one, and that there are words to give back. */
export interface QueueListener {
  readonly onChange: () => void;
  readonly onReturned: () => void;
}

export class MessageQueue {
  private waiting: readonly Waiting[] = [];
  private returned: readonly UnreadWords[] = [];
  /** Messages that the server has not answered yet, and whether their run ended meanwhile. */
  private readonly asked = new Map<string, { isOver: boolean }>();

  constructor(
    private readonly host: Pick<PanelHost, "say" | "withdraw">,
    private readonly listener: QueueListener,
  ) {}

  messages(): readonly QueuedMessage[] {
    return this.waiting.map(({ messageId, text }) => ({ messageId, text }));
  }

  /** Whether nothing waits, and there are no words to give back. */
  get isEmpty(): boolean {
    return this.waiting.length === 0 && this.returned.length === 0;
  }

  /** The words that no model will read, once. */
  takeReturned(): readonly UnreadWords[] {
    const { returned } = this;
    this.returned = [];
    return returned;
  }

  /** Whether the run will have its model read it. */
  async say({ interrupt, ...said }: SaidMessage): Promise<boolean> {
    const message = { ...said, messageId: randomUUID() };
    const asked = { isOver: false };
    this.asked.set(message.messageId, asked);
    this.become([...this.waiting, message]);
    let isAccepted = false;
    try {
      isAccepted = await this.host.say({ ...message, interrupt });
    } finally {
      this.asked.delete(message.messageId);
      if (!isAccepted) {
        this.remove(message.messageId);
      }
    }
    if (asked.isOver) {
      this.giveBack([message]);
    }
    return isAccepted;
  }

  /** Gives the words back; those that the model has read are left. */
  async withdraw(messageId: string): Promise<void> {
    const message = await this.taken(messageId);
    if (message !== undefined) {
      this.giveUp(message);
    }
  }

  /** Has the model read a message at once. */
  async hurry(messageId: string): Promise<void> {
    const message = await this.taken(messageId);
    if (message !== undefined) {
      const { runId, text, attachments } = message;
      if (!(await this.say({ runId, text, attachments, interrupt: true }))) {
        this.giveUp(message);
      }
    }
  }

  /** Follows the runs: what was read waits no longer. */
  see(event: RunEvent): void {
    if (event.type === "user.said") {
      this.remove(textOf(event, "messageId"));
    } else if (event.type === "run.state" && textOf(event, "state") === "done") {
      this.end(event.runId);
    }
  }

  /** A run is over: what no model will read is given back. */
  end(runId: string): void {
    const unread = this.waiting.filter((each) => each.runId === runId);
    // Who sends a message learns from the answer whether it was refused, and sends it elsewhere.
    for (const { messageId } of unread) {
      const asked = this.asked.get(messageId);
      if (asked !== undefined) {
        asked.isOver = true;
      }
    }
    this.giveBack(unread.filter(({ messageId }) => !this.asked.has(messageId)));
  }

  /** The words of those that still wait. */
  private giveBack(messages: readonly Waiting[]): void {
    for (const message of messages.filter((each) => this.waiting.includes(each))) {
      this.remove(message.messageId);
      this.giveUp(message);
    }
  }

  private giveUp({ text, attachments }: UnreadWords): void {
    this.returned = [...this.returned, { text, attachments }];
    this.listener.onReturned();
  }

  /** A message that the server has removed. */
  private async taken(messageId: string): Promise<Waiting | undefined> {
    const message = this.waiting.find((each) => each.messageId === messageId);
    if (message === undefined || !(await this.host.withdraw(message.runId, messageId))) {
      return undefined;
    }
    this.remove(messageId);
    return message;
  }

  private remove(messageId: string): void {
    if (this.waiting.some((each) => each.messageId === messageId)) {
      this.become(this.waiting.filter((each) => each.messageId !== messageId));
    }
  }

  private become(waiting: readonly Waiting[]): void {
    this.waiting = waiting;
    this.listener.onChange();
  }
}
