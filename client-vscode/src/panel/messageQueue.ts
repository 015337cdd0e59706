/** What the user said to runs that work, and their models have not read yet. */

import { randomUUID } from "node:crypto";

import { textOf, type RunEvent } from "../conversation/event";
import type { QueuedMessage } from "./messages";
import type { PanelHost } from "./panelHost";

interface Waiting extends QueuedMessage {
  readonly runId: string;
}

/** What a queue tells: that it is another one, and words that no model will read. */
export interface QueueListener {
  readonly onChange: () => void;
  readonly onReturned: (text: string) => void;
}

export class MessageQueue {
  private waiting: readonly Waiting[] = [];

  constructor(
    private readonly host: Pick<PanelHost, "say" | "withdraw">,
    private readonly listener: QueueListener,
  ) {}

  messages(): readonly QueuedMessage[] {
    return this.waiting.map(({ messageId, text }) => ({ messageId, text }));
  }

  /** Whether the run will have its model read `text`. */
  async say(runId: string, text: string, interrupt: boolean): Promise<boolean> {
    const message = { runId, messageId: randomUUID(), text };
    this.become([...this.waiting, message]);
    let isAccepted = false;
    try {
      isAccepted = await this.host.say({ ...message, interrupt });
    } finally {
      if (!isAccepted) {
        this.remove(message.messageId);
      }
    }
    return isAccepted;
  }

  /** Gives the words back; those that the model has read are left. */
  async withdraw(messageId: string): Promise<void> {
    const text = await this.taken(messageId);
    if (text !== undefined) {
      this.listener.onReturned(text);
    }
  }

  /** Has the model read a message at once. */
  async hurry(messageId: string): Promise<void> {
    const runId = this.waiting.find((each) => each.messageId === messageId)?.runId;
    const text = await this.taken(messageId);
    if (runId !== undefined && text !== undefined && !(await this.say(runId, text, true))) {
      this.listener.onReturned(text);
    }
  }

  /** Follows the runs: what was read waits no longer, and what no model will read is given back. */
  see(event: RunEvent): void {
    if (event.type === "user.said") {
      this.remove(textOf(event, "messageId"));
    } else if (event.type === "run.state" && textOf(event, "state") === "done") {
      const unread = this.waiting.filter((each) => each.runId === event.runId);
      for (const { messageId, text } of unread) {
        this.remove(messageId);
        this.listener.onReturned(text);
      }
    }
  }

  /** The text of a message that the server has removed. */
  private async taken(messageId: string): Promise<string | undefined> {
    const message = this.waiting.find((each) => each.messageId === messageId);
    if (message === undefined || !(await this.host.withdraw(message.runId, messageId))) {
      return undefined;
    }
    this.remove(messageId);
    return message.text;
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
