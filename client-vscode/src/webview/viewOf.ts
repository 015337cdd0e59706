/** Which view shows which block. */

import type { Block } from "../conversation/blocks";
import type { BlockActions, BlockView } from "./blockView";
import { callView } from "./blocks/callView";
import { questionView } from "./blocks/questionView";
import { reasoningView } from "./blocks/reasoningView";
import { retryView } from "./blocks/retryView";
import { checklistView } from "./blocks/checklistView";
import { messageView, taskView } from "./blocks/userViews";
import { outcomeView } from "./blocks/outcomeView";
import {
  checkpointView,
  decisionView,
  findingView,
  gateView,
  noteView,
  planView,
  replyView,
  standaloneChangeView,
} from "./blocks/smallViews";

export function viewOf(block: Block, actions: BlockActions): BlockView {
  const view = emptyView(block.kind, actions);
  view.element.classList.add("block");
  view.update(block);
  return view;
}

function emptyView(kind: Block["kind"], actions: BlockActions): BlockView {
  switch (kind) {
    case "task":
      return taskView(actions);
    case "message":
      return messageView(actions);
    case "checkpoint":
      return checkpointView(actions);
    case "reasoning":
      return reasoningView(actions);
    case "reply":
      return replyView(actions);
    case "call":
      return callView(actions);
    case "change":
      return standaloneChangeView(actions);
    case "decision":
      return decisionView(actions);
    case "note":
      return noteView(actions);
    case "retry":
      return retryView();
    case "question":
      return questionView(actions);
    case "gate":
      return gateView(actions);
    case "finding":
      return findingView(actions);
    case "plan":
      return planView();
    case "checklist":
      return checklistView();
    case "outcome":
      return outcomeView(actions);
  }
}
