/** Calls of which the conversation shows what they do: the call itself would say it once more. */

import type { Block } from "./blocks";

/** A plan becomes the checklist, a question of the model is asked by its card and noted with its answer. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(["update_plan", "ask_user"]);

/** Whether a block is shown; a call that did not do its work has nothing else that tells of it. */
export function isShown(block: Block): boolean {
  if (block.kind !== "call" || !SHOWN_ELSEWHERE.has(block.name)) {
    return true;
  }
  return block.state === "failed" || block.state === "denied" || block.state === "interrupted";
}
