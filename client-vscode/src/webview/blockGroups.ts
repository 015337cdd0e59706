/** Elements in groups, so that the many which are out of sight cost only as much as their groups. */

import { element } from "./dom";

const GROUP_SIZE = 10;

/** An element, and how high it is roughly. */
export interface Sized {
  readonly element: HTMLElement;
  readonly height: number;
}

interface Group {
  readonly element: HTMLElement;
  height: number;
}

export class BlockGroups {
  readonly element = element("div", { class: "blocks" });
  private groups = new Map<number, Group>();

  /** Shows these and no others; `first` is the place of the first of them among all there are. */
  show(all: readonly Sized[], first: number): void {
    const groups = new Map<number, Group>();
    const last = first + all.length;
    for (let from = first; from < last; from = endOfGroup(from)) {
      const number = Math.floor(from / GROUP_SIZE);
      const group = this.groups.get(number) ?? { element: element("div", { class: "group" }), height: 0 };
      groups.set(number, group);
      place(group.element, all.slice(from - first, endOfGroup(from) - first).map((each) => each.element));
      estimate(group, all.slice(from - first, endOfGroup(from) - first));
    }
    for (const [number, group] of this.groups) {
      if (!groups.has(number)) {
        group.element.remove();
      }
    }
    place(this.element, [...groups.values()].map((each) => each.element));
    this.groups = groups;
  }
}

/** The first place behind the group of this one. */
function endOfGroup(at: number): number {
  return (Math.floor(at / GROUP_SIZE) + 1) * GROUP_SIZE;
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
function estimate(group: Group, all: readonly Sized[]): void {
  const height = all.reduce((sum, each) => sum + each.height, 0);
  if (height !== group.height) {
    group.height = height;
    group.element.style.setProperty("contain-intrinsic-size", `auto ${String(height)}px`);
  }
}
