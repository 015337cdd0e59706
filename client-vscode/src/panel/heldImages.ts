/**
 * Images that go along with messages. They stay here, whole; the webview has their names alone, for what it
 * keeps is written anew with every key.
 */

import { t } from "../l10n";
import { bytesOf, type Attachment } from "./attachment";
import type { ToWebview } from "./messages";
import type { PanelWebview } from "./panelHost";

/** A message takes 20 of them. */
const MAX = 40;

export class HeldImages {
  private readonly images = new Map<string, Attachment>();
  private made = 0;

  /** `idPrefix` is of this window alone: ids of one before it name nothing here. */
  constructor(private readonly idPrefix: string) {}

  /** The message, with images by their ids. */
  held(message: ToWebview): ToWebview {
    return message.type === "attach" || message.type === "promptRejected"
      ? { ...message, attachments: message.attachments.map((each) => this.hold(each)) }
      : message;
  }

  has(id: string): boolean {
    return this.images.has(id);
  }

  /**
   * The attachments with their images.
   *
   * Throws if one is not here any more.
   */
  whole(attachments: readonly Attachment[]): readonly Attachment[] {
    return attachments.map((each) => {
      const found = each.held === undefined ? each : this.images.get(each.held);
      if (found === undefined) {
        throw new Error(t("{name} is not attached any more. Attach it again.", { name: each.name }));
      }
      return found;
    });
  }

  /** They are part of a message now. */
  release(attachments: readonly Attachment[]): void {
    for (const { held } of attachments) {
      this.images.delete(held ?? "");
    }
  }

  private hold(attachment: Attachment): Attachment {
    const { kind, name, mediaType, data } = attachment;
    if (kind !== "image" || data === undefined) {
      return attachment;
    }
    this.made += 1;
    const held = `${this.idPrefix}-${String(this.made)}`;
    this.images.set(held, attachment);
    const [oldest = ""] = this.images.keys();
    if (this.images.size > MAX) {
      this.images.delete(oldest);
    }
    return { kind, name, held, bytes: bytesOf(attachment), ...(mediaType === undefined ? {} : { mediaType }) };
  }
}

/** A webview that gets no image, only what names it. */
export function withImagesHeld(webview: PanelWebview, images: HeldImages): PanelWebview {
  return {
    post: (message) => {
      webview.post(images.held(message));
    },
    setTitle: (title) => {
      webview.setTitle(title);
    },
    onMessage: (listener) => webview.onMessage(listener),
    onHidden: (listener) => webview.onHidden(listener),
  };
}
