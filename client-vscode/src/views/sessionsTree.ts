/** The view of sessions, the newest first. */

import type { SessionInfo } from "../protocol/generated";
import { sessionOf } from "../conversation/run";
import type { Run } from "../runs/run";
import { stateText } from "../runs/runText";
import { shortLabel } from "./shortLabel";
import { sessionDescription, sessionDetails, sessionTitle } from "./sessionText";
import type { NodeIcon, TreeNode } from "./treeNode";

const ICONS: Readonly<Record<SessionInfo["status"], NodeIcon>> = {
  running: { id: "loading~spin" },
  completed: { id: "history" },
  partial: { id: "history", color: "list.warningForeground" },
  failed: { id: "error", color: "list.errorForeground" },
  cancelled: { id: "circle-slash" },
  interrupted: { id: "debug-disconnect", color: "list.warningForeground" },
  corrupt: { id: "warning", color: "list.warningForeground" },
};

const WAITING_ICON: NodeIcon = { id: "question", color: "list.warningForeground" };

/** What sessions wait for, by their ids; `open` are the runs that are not over. */
export function waitingSessions(open: readonly Run[]): ReadonlyMap<string, string> {
  const waiting = open.filter(({ state }) => state === "waiting" || state === "queued");
  return new Map(waiting.map((run) => [sessionOf(run.runId), stateText(run)]));
}

export function sessionsTree(
  sessions: readonly SessionInfo[],
  waiting: ReadonlyMap<string, string>,
): readonly TreeNode[] {
  return sessions.map((session) => {
    const { sessionId } = session;
    const runId = session.runs.at(-1) ?? `${sessionId}.1`;
    const label = sessionTitle(session);
    const waitsFor = waiting.get(sessionId);
    const description = sessionDescription(session, waitsFor);
    return {
      id: `session ${sessionId}`,
      sessionId,
      label: shortLabel(label),
      description,
      tooltip: sessionDetails(session, waitsFor),
      icon: waitsFor === undefined ? ICONS[session.status] : WAITING_ICON,
      context: `session ${session.status}`,
      accessibilityLabel: `${label}, ${description}`,
      action: { command: "architect.ui.openRun", argument: { runId } },
      children: [],
    };
  });
}
