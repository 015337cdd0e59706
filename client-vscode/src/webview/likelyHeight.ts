/** How high a block will be, in pixels and roughly: what the page takes it for until it is in sight. */

import type { Block, CallBlock, FileChange } from "../conversation/blocks";
import { isOpenByDefault } from "./blocks/callView";

const LINE_PX = 20;
/** In the width of a side bar. */
const CHARACTERS_IN_LINE = 60;
const HEAD_PX = 34;
/** Longer texts are shown in part. */
const MAX_CHARACTERS = 40_000;
/** Lines of a change and of a result that are shown at once. */
const CHANGE_LINES = 40;
const RESULT_LINES = 20;

export function likelyHeight(block: Block): number {
  switch (block.kind) {
    case "reply":
      return ofText(block.text, Infinity);
    case "task":
    case "message":
      return 2 * HEAD_PX + ofText(block.text, 12);
    case "call":
      return isOpenByDefault(block) ? ofOpenCall(block) : HEAD_PX;
    case "change":
      return ofChange(block.change);
    case "finding":
      return HEAD_PX + ofText(block.detail, 20) + ofText(block.suggestion, 20);
    case "question":
      return block.isOpen ? 8 * HEAD_PX : 0;
    default:
      return HEAD_PX;
  }
}

function ofOpenCall({ changes, result }: CallBlock): number {
  const ofResult = result === "" || changes.length > 0 ? 0 : HEAD_PX + ofText(result, RESULT_LINES);
  return HEAD_PX + changes.reduce((sum, change) => sum + ofChange(change), ofResult);
}

function ofChange({ diff }: FileChange): number {
  return 2 * HEAD_PX + ofText(diff, CHANGE_LINES);
}

function ofText(text: string, most: number): number {
  const lines = text.slice(0, MAX_CHARACTERS).split("\n");
  const rows = lines.slice(0, most).reduce((sum, line) => sum + Math.max(Math.ceil(line.length / CHARACTERS_IN_LINE), 0.5), 0);
  return Math.round(rows * LINE_PX);
}
