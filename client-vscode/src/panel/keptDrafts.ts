/** What is half written in sessions: it outlives the page in which it is written, and the window. */

import { fieldsOf, listOf, textOf } from "../conversation/event";
import type { Memento } from "../memento";
import type { Attachment } from "./attachment";
import { readDraft, type DatedDraft } from "./draft";

const KEY = "architect.drafts";
/** The sessions of which drafts are kept, those that were written in last. */
const SESSIONS = 20;
/** Characters of an attachment over a reload; the editor holds all that is kept in memory. */
const MAX_ATTACHED = 100_000;

interface Kept {
  /** Empty for what is to begin one. */
  readonly sessionId: string;
  readonly draft: DatedDraft;
}

export class KeptDrafts {
  /** The last one first. */
  private kept: readonly Kept[];
  /** The sessions that are shown, by their chats. */
  private readonly shown = new Map<object, string>();

  constructor(private readonly memento: Memento) {
    this.kept = listOf({ all: memento.get(KEY) }, "all").map((each) => {
      const fields = fieldsOf(each);
      return { sessionId: textOf(fields, "sessionId"), draft: readDraft(fieldsOf(fields["draft"])) };
    });
  }

  /** That of a session which `chat` shows from now on; undefined if there is none, or another chat has it. */
  take(sessionId: string, chat: object): DatedDraft | undefined {
    const isElsewhere = [...this.shown].some(([other, id]) => other !== chat && id === sessionId);
    this.shown.set(chat, sessionId);
    return isElsewhere ? undefined : this.kept.find((each) => each.sessionId === sessionId)?.draft;
  }

  /** The chat shows nothing any more. */
  leave(chat: object): void {
    this.shown.delete(chat);
  }

  /** What was written in a session belongs to another one from now on, which `chat` shows. */
  move(from: string, to: string, chat: object): void {
    this.shown.set(chat, to);
    this.kept = this.kept.map((each) => (each.sessionId === from ? { ...each, sessionId: to } : each));
  }

  async keep(sessionId: string, draft: DatedDraft): Promise<void> {
    this.kept = [{ sessionId, draft }, ...this.kept.filter((each) => each.sessionId !== sessionId)].slice(0, SESSIONS);
    await this.memento.update(KEY, this.kept.map((each) => ({ ...each, draft: withoutLarge(each.draft) })));
  }
}

/** Of what is too large the name alone stays, as of an image: it says that something is gone. */
function withoutLarge(draft: DatedDraft): DatedDraft {
  const short = (each: Attachment): Attachment =>
    (each.text ?? "").length <= MAX_ATTACHED ? each : { kind: each.kind, name: each.name, held: "too large" };
  return { ...draft, attachments: draft.attachments.map(short) };
}
