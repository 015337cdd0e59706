/** What shows one block, and can show a newer one in its place. */

import type { Block, Choice } from "../conversation/blocks";

export interface BlockView {
  readonly element: HTMLElement;
  update(block: Block): void;
}

/** What a block lets the user do. */
export interface BlockActions {
  open(path: string, line: number): void;
  answer(requestId: string, choice: Choice, note: string, offer: number): void;
  preview(requestId: string): void;
}
