/** Messages that wait in sessions, kept over a reload of the window. */

import { fieldsOf, listOf, textOf, textsOf } from "../conversation/event";
import type { Memento } from "../memento";
import { readAttachments, type Attachment } from "./attachment";
import { readChoices, type Choices } from "./choices";
import { stageOf, type QueuedMessage } from "./messages";

/** What the user says; `choices` are for the run that it is the task of. */
export interface SaidMessage {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly choices: Choices;
}

/** `runId` is the run that works when it is said. */
export interface WaitingMessage extends QueuedMessage, SaidMessage {
  readonly runId: string;
}

const KEY = "architect.waitingMessages";
/** The sessions of which messages are kept, the last ones, and messages of each. */
const SESSIONS = 20;
const MESSAGES = 20;
/** Characters of an attachment; the editor holds all that is kept in memory. */
const MAX_ATTACHED = 100_000;

interface Kept {
  readonly sessionId: string;
  readonly messages: readonly WaitingMessage[];
}

export class KeptMessages {
  constructor(private readonly memento: Memento) {}

  /** The oldest first. */
  of(sessionId: string): readonly WaitingMessage[] {
    return this.all().find((each) => each.sessionId === sessionId)?.messages ?? [];
  }

  /** Those of a session and no others. */
  async keep(sessionId: string, messages: readonly WaitingMessage[]): Promise<void> {
    const others = this.all().filter((each) => each.sessionId !== sessionId);
    const own = { sessionId, messages: messages.slice(-MESSAGES).map(withoutLarge) };
    await this.memento.update(KEY, [...(messages.length === 0 ? [] : [own]), ...others].slice(0, SESSIONS));
  }

  private all(): readonly Kept[] {
    const fields = { all: this.memento.get(KEY) };
    return listOf(fields, "all").map((each) => {
      const kept = fieldsOf(each);
      return { sessionId: textOf(kept, "sessionId"), messages: listOf(kept, "messages").map(readMessage) };
    });
  }
}

function withoutLarge(message: WaitingMessage): WaitingMessage {
  const isSmall = ({ text = "", data = "" }: Attachment) => text.length + data.length <= MAX_ATTACHED;
  const left = message.attachments.filter((each) => !isSmall(each)).map(({ name }) => name);
  return { ...message, attachments: message.attachments.filter(isSmall), missing: [...message.missing, ...left] };
}

function readMessage(value: unknown): WaitingMessage {
  const fields = fieldsOf(value);
  return {
    messageId: textOf(fields, "messageId"),
    runId: textOf(fields, "runId"),
    text: textOf(fields, "text"),
    stage: stageOf(fields),
    attachments: readAttachments(fields, "attachments"),
    missing: textsOf(fields, "missing"),
    choices: readChoices(fieldsOf(fields["choices"])),
  };
}
