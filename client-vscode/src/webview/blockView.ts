/** The view of one block, which can be updated with a newer one. */

import type { Block, Choice } from "../conversation/blocks";
import type { Remedy } from "../remedies";

export interface BlockView {
  readonly element: HTMLElement;
  update(block: Block): void;
}

/** Actions of the user in a block. */
export interface BlockActions {
  readonly open: (path: string, line: number) => void;
  /** Open an address of the web. */
  readonly link: (url: string) => void;
  /** Put code at the cursor of the active editor. */
  readonly insert: (text: string) => void;
  /** Take the task up again, in the place of what it was. */
  edit(text: string): void;
  /** Go on from here in a session of its own. */
  fork(): void;
  /** Carry out the plan that the run has made. */
  carryOut(): void;
  answer(requestId: string, choice: Choice, note: string, offer: number): void;
  preview(requestId: string): void;
  /** Make the files what they were behind a step; 0 is before the run. */
  restore(step: number): void;
  /** Do what helps against an error; to try again is to resume the session where it ended. */
  remedy(remedy: Remedy): void;
  /** End the run that a call opened, and nothing else. */
  stopSubagent(runId: string): void;
  /** End a command in the background, and nothing else. */
  stopCommand(runId: string, handle: string): void;
  /** Have such a command go on when the run is over. */
  keepRunning(runId: string, handle: string): void;
}
