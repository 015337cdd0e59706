/** What the input is told of the session that is shown. */

import type { Run } from "../../conversation/run";
import type { PanelState } from "../../panel/messages";
import type { ComposerState } from "./composer";

export function composerState(run: Run | undefined, state: PanelState): ComposerState {
  const works = run !== undefined && run.state !== "done" && state.isConnected;
  return {
    blockedReason: state.blockedReason,
    isWorking: works,
    isCancelling: works && run.state === "cancelling",
    isContinued: state.sessionId !== "",
    queued: state.queued,
    model: run?.models.at(-1) ?? run?.model ?? "",
    contextPercent: run?.contextPercent ?? 0,
  };
}
