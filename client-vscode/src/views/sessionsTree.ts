/** The view of sessions, the newest first. */

import type { SessionInfo } from "../protocol/generated";
import { truncate } from "../displayText";
import { sessionDescription, sessionDetails, sessionTitle } from "./sessionText";
import type { NodeIcon, TreeNode } from "./treeNode";

const MAX_LABEL = 32;

const ICONS: Readonly<Record<SessionInfo["status"], NodeIcon>> = {
  running: { id: "loading~spin" },
  completed: { id: "history" },
  partial: { id: "history", color: "list.warningForeground" },
  failed: { id: "error", color: "list.errorForeground" },
  interrupted: { id: "debug-disconnect", color: "list.warningForeground" },
  corrupt: { id: "warning", color: "list.warningForeground" },
};

export function sessionsTree(sessions: readonly SessionInfo[]): readonly TreeNode[] {
  return sessions.map((session) => {
    const { sessionId } = session;
    const runId = session.runs.at(-1) ?? `${sessionId}.1`;
    const label = sessionTitle(session);
    const description = sessionDescription(session);
    return {
      id: `session ${sessionId}`,
      sessionId,
      // A view is narrow, and cuts off what follows the label.
      label: truncate(label, MAX_LABEL),
      description,
      tooltip: sessionDetails(session),
      icon: ICONS[session.status],
      context: `session ${session.status}`,
      accessibilityLabel: `${label}, ${description}`,
      action: { command: "architect.ui.openRun", argument: { runId } },
      children: [],
    };
  });
}
