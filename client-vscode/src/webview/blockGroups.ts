/** Elements in groups of groups, so that the many which are out of sight cost only as much as the outer ones. */

import { element } from "./dom";

/** What comes into sight is laid out by groups: small ones take little time in one frame, many take some in each. */
const BLOCKS_IN_GROUP = 2;
const GROUPS_IN_SECTION = 12;

/** An element, and how high it is roughly. */
export interface Sized {
  readonly element: HTMLElement;
  readonly height: number;
}

export class BlockGroups {
  readonly element = element("div", { class: "blocks" });
  private readonly groups = new Grouping(BLOCKS_IN_GROUP);
  private readonly sections = new Grouping(GROUPS_IN_SECTION);

  /** Shows these and no others; `first` is the place of the first of them among all there are. */
  show(all: readonly Sized[], first: number): void {
    const groups = this.groups.around(all, first);
    const sections = this.sections.around(groups, Math.floor(first / BLOCKS_IN_GROUP));
    place(this.element, sections.map((each) => each.element));
  }
}

interface Group extends Sized {
  height: number;
  held: readonly Sized[];
}

/** Elements that hold `size` others each. */
class Grouping {
  private groups = new Map<number, Group>();

  constructor(private readonly size: number) {}

  /** Those that hold `all`; `first` is the place of the first of these among all there are. */
  around(all: readonly Sized[], first: number): readonly Group[] {
    const groups = new Map<number, Group>();
    const last = first + all.length;
    for (let from = first; from < last; from = this.endOfGroup(from)) {
      const number = Math.floor(from / this.size);
      const group = this.groups.get(number) ?? { element: element("div", { class: "group" }), height: 0, held: [] };
      groups.set(number, group);
      hold(group, all.slice(from - first, this.endOfGroup(from) - first));
    }
    for (const [number, group] of this.groups) {
      if (!groups.has(number)) {
        group.element.remove();
      }
    }
    this.groups = groups;
    return [...groups.values()];
  }

  /** The first place behind the group of this one. */
  private endOfGroup(at: number): number {
    return (Math.floor(at / this.size) + 1) * this.size;
  }
}

/** Most groups hold what they held before, for which the page is not asked. */
function hold(group: Group, held: readonly Sized[]): void {
  if (held.length !== group.held.length || held.some((each, at) => each.element !== group.held[at]?.element)) {
    place(group.element, held.map((each) => each.element));
  }
  group.held = held;
  estimate(group, held);
}

/** Moves no more than it has to: what moves loses its focus. Others may be left behind these. */
function place(parent: Element, wanted: readonly Element[]): void {
  let at = parent.firstElementChild;
  for (const each of wanted) {
    if (each === at) {
      at = at.nextElementSibling;
    } else {
      parent.insertBefore(each, at);
    }
  }
}

/** A group that was in sight keeps its size of then, whatever is written here. */
function estimate(group: Group, held: readonly Sized[]): void {
  const height = held.reduce((sum, each) => sum + each.height, 0);
  if (height !== group.height) {
    group.height = height;
    group.element.style.setProperty("contain-intrinsic-size", `auto ${String(height)}px`);
  }
}
