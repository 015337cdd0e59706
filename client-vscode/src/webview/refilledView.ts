/** A view of a block that is made at once. */

import type { Block } from "../conversation/blocks";
import type { BlockView } from "./blockView";
import { fill, type Child } from "./dom";

type Of<K extends Block["kind"]> = Extract<Block, { kind: K }>;

/** A view that is filled anew with each block. */
export function refilled<K extends Block["kind"]>(
  kind: K,
  box: HTMLElement,
  content: (block: Of<K>) => readonly Child[],
): BlockView {
  const isKind = (block: Block): block is Of<K> => block.kind === kind;
  return {
    element: box,
    update: (block) => {
      if (isKind(block)) {
        fill(box, ...content(block));
      }
    },
  };
}
