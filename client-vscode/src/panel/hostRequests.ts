/** Requests of the webview about a run, or its session, that the host carries out as they are. */

import type { RunRequest } from "./messages";
import type { PanelHost } from "./panelHost";

/** What a session does itself: it is about its queue, its events, or what it shows. */
export type OwnRequest = Extract<
  RunRequest,
  { type: "answer" | "carryOut" | "withdraw" | "discard" | "hurry" | "open" }
>;

export function askHost(host: PanelHost, sessionId: string, request: Exclude<RunRequest, OwnRequest>): Promise<void> {
  switch (request.type) {
    case "cancel":
      return host.cancel(request.runId);
    case "keepRunning":
      return host.keepRunning(request.runId, request.handle);
    case "stopCommand":
      return host.stopCommand(request.runId, request.handle);
    case "undo":
      return host.undo(request.runId);
    case "restore":
      return host.restore(request.runId, request.step);
    case "undoAll":
      return host.undoAll(sessionId);
    case "diffAll":
      return host.showAll(sessionId);
    case "keep":
      return host.keepAll(sessionId);
    case "diff":
      return host.showDiff(request.runId);
    case "preview":
      return host.showQuestion(request.requestId);
    case "fork":
      return host.fork(request.runId);
  }
}
