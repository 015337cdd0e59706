/**
 * The conversation as elements. Only blocks that changed are touched, and only the newest are made at
 * once: a run of ten thousand events is as quick as a short one. Earlier ones are made when one comes
 * near them, some behind each frame.
 */

import type { Block } from "../conversation/blocks";
import type { Conversation } from "../conversation/conversation";
import { withDecisionsJoined } from "../conversation/decisionText";
import { isShown } from "../conversation/quietCalls";
import { t } from "../l10n";
import { BlockGroups } from "./blockGroups";
import type { BlockActions, BlockView } from "./blockView";
import { button, element } from "./dom";
import { frameShown } from "./frames";
import { likelyHeight } from "./likelyHeight";
import { viewOf } from "./viewOf";

/** Blocks that come at once make the oldest go. */
const BURST = 40;
/** Many more, so that the oldest do not go with each new one. */
const MAX_BLOCKS = 400;
/** How many more a press on the button brings. */
const PAGE_SIZE = 300;
/** How many more come when one gets near them. */
const STEP = 10;
/** Time between two frames for making blocks; the next frame lays them out. */
const SLICE_MS = 6;
/** Pixels above what is in sight that are there before one gets to them. */
const AHEAD_PX = 2_000;

/** What the blocks of one run may do. */
export type ActionsOf = (runId: string) => BlockActions;

interface Shown {
  readonly block: Block;
  readonly view: BlockView;
  /** As it was when it was made. */
  readonly height: number;
}

interface Placed {
  readonly runId: string;
  readonly block: Block;
}

export class ConversationView {
  readonly element = element("main", {
    attributes: { "aria-label": t("Conversation"), "aria-busy": "true" },
  });
  private readonly groups = new BlockGroups();
  private readonly earlier = button("", () => {
    void this.showEarlier();
  }, { class: "secondary earlier" });
  private shown = new Map<string, Shown>();
  private blocks: readonly Placed[] = [];
  /** Of the first block that is shown, and of the first that shall be. */
  private first = 0;
  private wanted = 0;
  private growing: Promise<void> | undefined;

  constructor(private readonly actionsOf: ActionsOf) {
    this.earlier.hidden = true;
    this.element.append(this.earlier, this.groups.element);
    window.addEventListener("scroll", () => {
      void this.lookAhead();
    }, { passive: true });
  }

  /** Nothing is loaded any more: what `update` is given is all there is. */
  setLoaded(): void {
    this.element.removeAttribute("aria-busy");
  }

  /** Everything from the beginning. */
  clear(): void {
    this.groups.show([], 0);
    this.shown = new Map();
    this.blocks = [];
    this.first = 0;
    this.wanted = 0;
  }

  /** `mayForget` the oldest blocks: the user is at the end, and does not look at them. */
  update(conversation: Conversation, mayForget: boolean): void {
    const before = this.blocks.length;
    this.blocks = withDecisionsJoined(
      conversation.runs.flatMap((run) => run.blocks.filter(isShown).map((block) => ({ runId: run.runId, block }))),
    );
    const { length } = this.blocks;
    if (mayForget && (length - this.first > MAX_BLOCKS || length - before > BURST)) {
      this.first = this.startOfSight();
      this.wanted = this.first;
      this.render();
      // Not before it is laid out, which to ask for a place would do once more.
      void frameShown().then(() => this.lookAhead());
      return;
    }
    this.render();
  }

  /** The first of the newest blocks that fill half of what can be seen; those above come with the next frames. */
  private startOfSight(): number {
    let first = this.blocks.length;
    for (let height = 0; first > 0 && height < window.innerHeight / 2; first -= 1) {
      const placed = this.blocks[first - 1];
      height += placed === undefined ? 0 : likelyHeight(placed.block);
    }
    return first;
  }

  /** Make all of the conversation. */
  showAll(): Promise<void> {
    return this.grow(0);
  }

  private async lookAhead(): Promise<void> {
    while (this.first > 0 && this.growing === undefined && window.scrollY < AHEAD_PX) {
      await this.grow(this.first - STEP);
    }
  }

  private async showEarlier(): Promise<void> {
    const anchor = this.firstBlock;
    await this.grow(this.first - PAGE_SIZE);
    // The button goes, and with it the focus.
    if (this.earlier.hidden && anchor !== undefined) {
      anchor.tabIndex = -1;
      anchor.focus({ preventScroll: true });
    }
  }

  private get firstBlock(): HTMLElement | undefined {
    return this.shown.get(this.blocks[this.first]?.block.id ?? "")?.view.element;
  }

  /** Make blocks back to the place `wanted`, or what is wanted already. */
  private async grow(wanted: number): Promise<void> {
    this.wanted = Math.max(Math.min(this.wanted, wanted), 0);
    this.growing ??= this.growByFrames();
    await this.growing;
  }

  /** Between frames, when all is laid out: to ask for a place takes no time then, and a key waits for less. */
  private async growByFrames(): Promise<void> {
    await frameShown();
    while (this.first > this.wanted) {
      this.keepInPlace(() => {
        this.growFor(SLICE_MS);
      });
      await frameShown();
    }
    this.growing = undefined;
  }

  private growFor(sliceMs: number): void {
    const end = performance.now() + sliceMs;
    while (this.first > this.wanted && performance.now() < end) {
      this.first -= 1;
      const placed = this.blocks[this.first];
      if (placed !== undefined) {
        this.viewFor(placed);
      }
    }
    this.render();
  }

  /** What is read stays where it is: the browser sees to that, but not at the beginning of the page. */
  private keepInPlace(change: () => void): void {
    const anchor = window.scrollY > 0 ? undefined : this.firstBlock;
    const before = anchor?.getBoundingClientRect().top ?? 0;
    change();
    if (anchor !== undefined) {
      window.scrollBy(0, anchor.getBoundingClientRect().top - before);
    }
  }

  private render(): void {
    const visible = this.blocks.slice(this.first);
    this.forgetOthers(new Set(visible.map((each) => each.block.id)));
    const all = visible.map((placed) => this.viewFor(placed));
    this.groups.show(all.map(({ view, height }) => ({ element: view.element, height })), this.first);
    this.earlier.hidden = this.first === 0;
    this.earlier.textContent = t("Show {number} earlier of {total}", { number: Math.min(PAGE_SIZE, this.first), total: this.first });
  }

  private forgetOthers(ids: ReadonlySet<string>): void {
    for (const [id, { view }] of this.shown) {
      if (!ids.has(id)) {
        view.element.remove();
        this.shown.delete(id);
      }
    }
  }

  private viewFor({ runId, block }: Placed): Shown {
    const before = this.shown.get(block.id);
    if (before?.block === block) {
      return before;
    }
    const next = before === undefined ? this.made(block, runId) : { ...before, block };
    if (before !== undefined) {
      before.view.update(block);
    }
    this.shown.set(block.id, next);
    return next;
  }

  private made(block: Block, runId: string): Shown {
    return { block, view: viewOf(block, this.actionsOf(runId)), height: likelyHeight(block) };
  }
}
