/** What the blocks of a run ask of the extension. */

import type { Choices } from "../panel/choices";
import type { FromWebview } from "../panel/messages";
import type { BlockActions } from "./blockView";

export interface ComposerPart {
  /** Puts the task of a run back into the input. */
  edit(runId: string, text: string): void;
  /** Ends the mode that only plans, and gives what is chosen then. */
  leavePlan(): Choices;
}

export function blockActions(runId: string, post: Post, composer: ComposerPart): BlockActions {
  return {
    ...placeActions(runId, post),
    edit: (text) => {
      composer.edit(runId, text);
    },
    fork: () => {
      post({ type: "fork", runId });
    },
    carryOut: () => {
      post({ type: "carryOut", runId, choices: composer.leavePlan() });
    },
    restore: (step) => {
      post({ type: "restore", runId, step });
    },
    stopSubagent: (childId) => {
      post({ type: "cancel", runId: childId });
    },
    ...commandActions(post),
    remedy: (remedy) => {
      post({ type: "remedy", runId, remedy });
    },
    preview: (requestId) => {
      post({ type: "preview", runId, requestId });
    },
    answer: (requestId, choice, note, offer) => {
      post({ type: "answer", runId, requestId, choice, note, offer });
    },
  };
}

type Post = (message: FromWebview) => void;

function placeActions(runId: string, post: Post): Pick<BlockActions, "open" | "link" | "insert"> {
  return {
    open: (path, line) => {
      post({ type: "open", runId, path, line });
    },
    link: (url) => {
      post({ type: "link", url });
    },
    insert: (text) => {
      post({ type: "insert", text });
    },
  };
}

function commandActions(post: Post): Pick<BlockActions, "keepRunning" | "stopCommand"> {
  return {
    keepRunning: (runId, handle) => {
      post({ type: "keepRunning", runId, handle });
    },
    stopCommand: (runId, handle) => {
      post({ type: "stopCommand", runId, handle });
    },
  };
}
