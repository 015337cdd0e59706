/**
 * The conversation as elements. Only blocks that changed are touched, and only the last few hundred
 * are there at all: a run of ten thousand events is as quick as a short one.
 */

import type { Block } from "../conversation/blocks";
import type { Conversation } from "../conversation/conversation";
import { withDecisionsJoined } from "../conversation/decisionText";
import type { BlockActions, BlockView } from "./blockView";
import { button, element } from "./dom";
import { viewOf } from "./viewOf";

/** Blocks that are shown, and how many more a press on the button brings. */
const PAGE_SIZE = 300;
/** More than `PAGE_SIZE`, so that the oldest do not go with each new one. */
const MAX_BLOCKS = 450;

/** Blocks that are made in one frame where many are. */
const STEP = 40;

/** What the blocks of one run may do. */
export type ActionsOf = (runId: string) => BlockActions;

interface Shown {
  readonly block: Block;
  readonly view: BlockView;
}

interface Placed {
  readonly runId: string;
  readonly block: Block;
}

export class ConversationView {
  readonly element = element("main", {
    attributes: { "aria-label": "Conversation", "aria-busy": "true" },
  });
  private readonly list = element("div", { class: "blocks" });
  private readonly earlier = button("", () => {
    this.showEarlier();
  }, { class: "secondary earlier" });
  private shown = new Map<string, Shown>();
  private blocks: readonly Placed[] = [];
  /** Of the first block that is shown. */
  private first = 0;

  constructor(private readonly actionsOf: ActionsOf) {
    this.earlier.hidden = true;
    this.element.append(this.earlier, this.list);
  }

  /** Nothing is loaded any more: what `update` is given is all there is. */
  setLoaded(): void {
    this.element.removeAttribute("aria-busy");
  }

  /** Everything from the beginning. */
  clear(): void {
    this.list.replaceChildren();
    this.shown = new Map();
    this.blocks = [];
    this.first = 0;
  }

  /** `mayForget` the oldest blocks: the user is at the end, and does not look at them. */
  update(conversation: Conversation, mayForget: boolean): void {
    this.blocks = withDecisionsJoined(
      conversation.runs.flatMap((run) => run.blocks.map((block) => ({ runId: run.runId, block }))),
    );
    if (this.blocks.length - this.first > MAX_BLOCKS && mayForget) {
      this.first = this.blocks.length - PAGE_SIZE;
    }
    this.render();
  }

  /** All of the conversation, some blocks a frame. */
  async showAll(): Promise<void> {
    while (this.first > 0) {
      this.first = Math.max(this.first - STEP, 0);
      this.render();
      await new Promise(requestAnimationFrame);
    }
  }

  private showEarlier(): void {
    const anchor = this.list.firstElementChild;
    const before = anchor?.getBoundingClientRect().top ?? 0;
    this.first = Math.max(this.first - PAGE_SIZE, 0);
    this.render();
    // What was read stays where it is.
    window.scrollBy(0, (anchor?.getBoundingClientRect().top ?? 0) - before);
    if (this.earlier.hidden && anchor instanceof HTMLElement) {
      anchor.tabIndex = -1;
      anchor.focus({ preventScroll: true });
    }
  }

  private render(): void {
    const visible = this.blocks.slice(this.first);
    this.forgetOthers(new Set(visible.map((each) => each.block.id)));
    let at = this.list.firstElementChild;
    for (const { runId, block } of visible) {
      const view = this.viewFor(block, runId);
      if (view.element === at) {
        at = at.nextElementSibling;
      } else {
        this.list.insertBefore(view.element, at);
      }
    }
    this.earlier.hidden = this.first === 0;
    this.earlier.textContent = `Show ${String(Math.min(PAGE_SIZE, this.first))} earlier of ${String(this.first)}`;
  }

  private forgetOthers(ids: ReadonlySet<string>): void {
    for (const [id, { view }] of this.shown) {
      if (!ids.has(id)) {
        view.element.remove();
        this.shown.delete(id);
      }
    }
  }

  private viewFor(block: Block, runId: string): BlockView {
    const before = this.shown.get(block.id);
    if (before?.block === block) {
      return before.view;
    }
    if (before !== undefined) {
      before.view.update(block);
    }
    const view = before?.view ?? viewOf(block, this.actionsOf(runId));
    this.shown.set(block.id, { block, view });
    return view;
  }
}
