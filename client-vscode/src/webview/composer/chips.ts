/** What goes along with the next message, each as a chip that can be removed. */

import { t } from "../../l10n";
import { isSame, isTooLarge, MAX_ATTACHMENTS, sizeOf, type Attachment } from "../../panel/attachment";
import { button, element, fill } from "../dom";

export interface ChipsListener {
  /** They are others now. */
  readonly onChange: () => void;
  readonly onProblem: (text: string) => void;
}

export class Chips {
  readonly element = element("ul", { class: "chips", attributes: { "aria-label": t("Attached") } });
  private attached: readonly Attachment[] = [];
  /** Of the active editor; goes along unless it is removed. */
  private selection: Attachment | undefined;
  private removed = "";

  constructor(private readonly listener: ChipsListener) {
    this.render();
  }

  /** All that goes along, the selection last. */
  all(): readonly Attachment[] {
    const { offered } = this;
    return offered === undefined ? this.attached : [...this.attached, offered];
  }

  /** Those that the user has attached. */
  own(): readonly Attachment[] {
    return this.attached;
  }

  /** Those that were attached before. */
  begin(attachments: readonly Attachment[]): void {
    this.attached = attachments;
    this.render();
  }

  add(attachments: readonly Attachment[]): void {
    for (const attachment of attachments) {
      if (isTooLarge(attachment)) {
        this.listener.onProblem(t("{name} is too large: texts may have 1 MB, images 5 MB.", { name: attachment.name }));
      } else if (this.attached.length >= MAX_ATTACHMENTS) {
        this.listener.onProblem(t("At most {number} attachments go along with one message.", { number: MAX_ATTACHMENTS }));
      } else if (!this.attached.some((each) => isSame(each, attachment))) {
        this.attached = [...this.attached, attachment];
      }
    }
    this.changed();
  }

  /** Removes what the extension held by these ids, and gives the names. */
  remove(held: readonly string[]): readonly string[] {
    const isGone = (each: Attachment): boolean => each.held !== undefined && held.includes(each.held);
    const gone = this.attached.filter(isGone);
    if (gone.length > 0) {
      this.attached = this.attached.filter((each) => !isGone(each));
      this.changed();
    }
    return gone.map(({ name }) => name);
  }

  /** What is selected now; one that was removed comes back when it is another. */
  offer(selection: Attachment | undefined): void {
    if (keyOf(selection) !== keyOf(this.selection)) {
      this.selection = selection;
      this.removed = "";
      this.render();
    }
  }

  /** They went out; the selection does so once. */
  clear(): void {
    this.attached = [];
    this.removed = keyOf(this.selection);
    this.changed();
  }

  private get offered(): Attachment | undefined {
    const { selection } = this;
    const isThere = selection !== undefined && keyOf(selection) !== this.removed;
    return isThere && !this.attached.some((each) => each.name === selection.name) ? selection : undefined;
  }

  private changed(): void {
    this.render();
    this.listener.onChange();
  }

  private render(): void {
    const { offered } = this;
    const chips = this.attached.map((attachment) =>
      chip(attachment, () => {
        this.attached = this.attached.filter((each) => each !== attachment);
        this.changed();
      }),
    );
    const selected = offered && chip(offered, () => {
      this.removed = keyOf(offered);
      this.changed();
    }, "chip offered");
    fill(this.element, ...chips, selected);
    this.element.hidden = this.element.childElementCount === 0;
  }
}

function keyOf(attachment: Attachment | undefined): string {
  return attachment === undefined ? "" : `${attachment.uri ?? ""} ${attachment.name}`;
}

function chip(attachment: Attachment, remove: () => void, kind = "chip"): HTMLElement {
  const { name } = attachment;
  const size = sizeOf(attachment);
  return element(
    "li",
    { class: kind, attributes: { title: name } },
    element("span", { class: "chip-name" }, shortName(name)),
    size === "" ? undefined : element("span", { class: "chip-size" }, size),
    button("×", remove, { class: "chip-remove", attributes: { "aria-label": t("Remove {name}", { name }), title: t("Remove") } }),
  );
}

/** Without the folders that it is in. */
export function shortName(name: string): string {
  return /[^/\\]+$/.exec(name.replace(/[/\\]$/, ""))?.[0] ?? name;
}
