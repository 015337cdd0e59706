/** What the user says to a session: a run that works hears it, and else it is the task of the next one. */

import { randomUUID } from "node:crypto";

import { fieldsOf, textOf, type RunEvent } from "../conversation/event";
import { runNumber, sessionOf } from "../conversation/run";
import { NO_CHOICES } from "./choices";
import type { SaidMessage, WaitingMessage } from "./keptMessages";
import type { QueuedMessage, Stage } from "./messages";
import type { PanelHost } from "./panelHost";

/** Words that go back into the input. */
export type ReturnedWords = Pick<SaidMessage, "text" | "attachments">;

/** Words of before a reload of the window are sent by the user alone. */
interface Waiting extends WaitingMessage {
  readonly isKept?: boolean;
}

/** What is known of the runs of a session. */
export interface SessionRuns {
  /** The last run in which an agent works; the one that the session was opened by if none is known. */
  readonly last: string;
  isOver(runId: string): boolean;
  /** Whether a run is known, and has not ended. */
  works(runId: string): boolean;
}

export interface QueueListener {
  /** It is another one. */
  readonly onChange: () => void;
  /** There are words to give back. */
  readonly onReturned: () => void;
  /** What was to go on by itself could not. */
  readonly onError: (error: unknown) => void;
}

type QueueHost = Pick<PanelHost, "begin" | "info" | "say" | "status" | "waiting" | "withdraw">;

/** Whether a message goes on by itself when the run that it waits for has ended so. */
export function goesOn(stage: Stage, outcome: string): boolean {
  // What is said behind a stop is meant for the time after it.
  return outcome === "completed" || (stage === "held" && outcome === "cancelled");
}

export class MessageQueue {
  private waiting: readonly Waiting[];
  private returned: readonly ReturnedWords[] = [];
  /** Messages that the server has not answered yet, and how their run ended meanwhile. */
  private readonly asked = new Map<string, string | undefined>();
  /** The run that was begun last: it may have told nothing yet. */
  private begun = "";
  private acting = Promise.resolve();

  constructor(
    private readonly runs: SessionRuns,
    private readonly host: QueueHost,
    private readonly listener: QueueListener,
    private readonly sessionId: string,
  ) {
    this.waiting = host.waiting
      .of(sessionId)
      .map((each) => ({ ...each, stage: each.stage === "heard" ? "heard" : "unsent", isKept: true }));
  }

  messages(): readonly QueuedMessage[] {
    return this.waiting.map(({ messageId, text, stage, missing }) => ({ messageId, text, stage, missing }));
  }

  /** The past of the session is known: what was said to a run that is over was not heard. */
  settleKept(): void {
    const unheard = this.waiting.filter(({ isKept, stage, runId }) => isKept === true && stage === "heard" && !this.runs.works(runId));
    this.stage(unheard, "unsent");
  }

  /** Whether nothing waits, and there are no words to give back. */
  get isEmpty(): boolean {
    return this.waiting.length === 0 && this.returned.length === 0;
  }

  /** The words that go back into the input, once. */
  takeReturned(): readonly ReturnedWords[] {
    const { returned } = this;
    this.returned = [];
    return returned;
  }

  /** A run that works is told it, behind its step or at once; else it begins the next run. */
  submit(said: SaidMessage, interrupt: boolean): Promise<void> {
    return this.inTurn(() => this.send(said, interrupt));
  }

  /** Gives the words back; those that the model has read are left. */
  async withdraw(messageId: string): Promise<void> {
    const message = await this.taken(messageId);
    if (message !== undefined) {
      this.returned = [...this.returned, { text: message.text, attachments: message.attachments }];
      this.listener.onReturned();
    }
  }

  async discard(messageId: string): Promise<void> {
    await this.taken(messageId);
  }

  /** Has the model read a message at once; one that was not sent is. */
  hurry(messageId: string): Promise<void> {
    return this.inTurn(async () => {
      const message = await this.taken(messageId);
      if (message !== undefined) {
        await this.send(message, message.stage === "heard").catch((error: unknown) => {
          this.become([...this.waiting, { ...message, stage: "unsent" }]);
          throw error;
        });
      }
    });
  }

  /** Follows the runs: what was read waits no longer. */
  see(event: RunEvent): void {
    if (event.type === "user.said") {
      this.remove([textOf(event, "messageId")]);
    } else if (event.type === "run.state" && textOf(event, "state") === "done") {
      this.end(event.runId, textOf(event, "outcome"));
    }
  }

  /** A run is over: what its model has not read begins the next one, or is left to the user. */
  end(runId: string, outcome: string): void {
    const unread = this.waiting.filter((each) => each.runId === runId && (each.stage === "heard" || each.stage === "held"));
    // Who sends a message settles it with the answer.
    for (const { messageId } of unread.filter((each) => this.asked.has(each.messageId))) {
      this.asked.set(messageId, outcome);
    }
    this.settle(unread.filter((each) => !this.asked.has(each.messageId)), outcome);
  }

  private settle(unread: readonly Waiting[], outcome: string): void {
    const going = unread.filter(({ stage, isKept }) => isKept !== true && goesOn(stage, outcome));
    this.stage(unread.filter((each) => !going.includes(each)), "unsent");
    this.stage(going, "going");
    if (going.length > 0) {
      void this.inTurn(() => this.goOn(going));
    }
  }

  /** All together begin the next run. */
  private async goOn(going: readonly Waiting[]): Promise<void> {
    const text = going.map((each) => each.text).join("\n\n");
    const attachments = going.flatMap((each) => each.attachments);
    const { choices } = going.at(-1) ?? { choices: NO_CHOICES };
    try {
      await this.begin({ text, attachments, choices });
      this.remove(going.map(({ messageId }) => messageId));
    } catch (error) {
      this.stage(going, "unsent");
      this.listener.onError(error);
    }
  }

  private async send(said: SaidMessage, interrupt: boolean): Promise<void> {
    const runId = this.current;
    if (!this.host.status().isConnected || this.runs.isOver(runId) || !(await this.isTold(runId, said, interrupt))) {
      await this.begin(said);
    }
  }

  private get current(): string {
    const { last } = this.runs;
    return this.begun !== "" && runNumber(this.begun) > runNumber(last) ? this.begun : last;
  }

  private async begin({ text, attachments, choices }: SaidMessage): Promise<void> {
    const session = sessionOf(this.runs.last);
    this.begun = await this.host.begin({ prompt: text, attachments, choices, session });
  }

  /** Whether a run has it, or it waits for the end of the run. */
  private async isTold(runId: string, { text, attachments, choices }: SaidMessage, interrupt: boolean): Promise<boolean> {
    const messageId = randomUUID();
    const message: Waiting = { messageId, runId, text, attachments, choices, stage: "heard", missing: [] };
    this.asked.set(messageId, undefined);
    this.become([...this.waiting, message]);
    let isHeard = false;
    let waits = false;
    try {
      isHeard = await this.host.say({ runId, messageId, text, attachments, interrupt });
      waits = isHeard || (await this.isEnding(runId));
    } finally {
      const outcome = this.asked.get(messageId);
      this.asked.delete(messageId);
      if (!waits || (!isHeard && outcome !== undefined)) {
        waits = false;
        this.remove([messageId]);
      } else if (outcome !== undefined) {
        this.settle(this.waiting.filter((each) => each.messageId === messageId), outcome);
      } else if (!isHeard) {
        this.stage([message], "held");
      }
    }
    return waits;
  }

  /** Whether a run that hears nothing more still works: it was stopped, or has said its last word. */
  private async isEnding(runId: string): Promise<boolean> {
    const state = textOf(fieldsOf(await this.host.info(runId)), "state");
    return state !== "" && state !== "done";
  }

  /** A message that waits no longer; undefined if its model has read it, or it is on its way. */
  private async taken(messageId: string): Promise<Waiting | undefined> {
    const message = this.waiting.find((each) => each.messageId === messageId);
    if (message === undefined || message.stage === "going") {
      return undefined;
    }
    if (message.stage === "heard" && !(await this.host.withdraw(message.runId, messageId))) {
      return undefined;
    }
    this.remove([messageId]);
    return message;
  }

  private stage(messages: readonly Waiting[], stage: Stage): void {
    const ids = new Set(messages.map(({ messageId }) => messageId));
    if (this.waiting.some((each) => ids.has(each.messageId))) {
      this.become(this.waiting.map((each) => (ids.has(each.messageId) ? { ...each, stage } : each)));
    }
  }

  private remove(ids: readonly string[]): void {
    if (this.waiting.some((each) => ids.includes(each.messageId))) {
      this.become(this.waiting.filter((each) => !ids.includes(each.messageId)));
    }
  }

  private become(waiting: readonly Waiting[]): void {
    this.waiting = waiting;
    void this.host.waiting.keep(this.sessionId, waiting);
    this.listener.onChange();
  }

  /** One behind the other: what begins a run comes before what is said to it. */
  private inTurn(act: () => Promise<void>): Promise<void> {
    const acted = this.acting.then(act);
    this.acting = acted.catch(() => undefined);
    return acted;
  }
}
