/** The input of a chat: of which session it is, and what was written there before. */

import type { Disposable } from "../disposable";
import { heldIn } from "./attachment";
import { NO_DRAFT, type DatedDraft } from "./draft";
import type { HeldImages } from "./heldImages";
import type { KeptDrafts } from "./keptDrafts";
import type { Ready, ToWebview } from "./messages";

type Page = Pick<Ready, "sessionId" | "at" | "held">;

export class ChatInput implements Disposable {
  /** What the page has, as far as that is known. */
  private page: Page = { sessionId: "", at: 0, held: [] };

  /** `post` reaches a page that is there. */
  constructor(
    private readonly drafts: KeptDrafts,
    private readonly images: HeldImages,
    private readonly post: (message: ToWebview) => void,
  ) {}

  dispose(): void {
    this.drafts.leave(this);
  }

  /** The page has loaded with `page`: it may have lost what was written last. */
  load(page: Page, sessionId: string): void {
    const kept = this.drafts.take(sessionId, this);
    if (kept !== undefined && kept.at > page.at) {
      this.put(sessionId, kept, true);
    } else if (page.sessionId !== sessionId) {
      this.put(sessionId, kept ?? NO_DRAFT, false);
    } else {
      this.page = page;
      this.tellLost(page.held);
    }
  }

  /** Another session is shown, with what was written there. */
  show(sessionId: string): void {
    if (sessionId !== this.page.sessionId) {
      this.put(sessionId, this.drafts.take(sessionId, this) ?? NO_DRAFT, false);
    }
  }

  /** What is being written belongs to another session from here on. */
  goOn(sessionId: string): void {
    this.drafts.move(this.page.sessionId, sessionId, this);
    this.page = { ...this.page, sessionId };
    this.post({ type: "input", sessionId, isLater: false });
  }

  private put(sessionId: string, draft: DatedDraft, isLater: boolean): void {
    this.page = { sessionId, at: draft.at, held: heldIn(draft.attachments) };
    this.post({ type: "input", sessionId, draft, isLater });
    this.tellLost(this.page.held);
  }

  /** Images outlive the page, and not the window. */
  private tellLost(held: readonly string[]): void {
    const lost = held.filter((id) => !this.images.has(id));
    if (lost.length > 0) {
      this.post({ type: "detach", held: lost });
    }
  }
}
