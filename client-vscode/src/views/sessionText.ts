/** Labels of a session. */

import { t } from "../l10n";
import type { SessionInfo } from "../protocol/generated";
import { pluralize, oneLine, identifier } from "../displayText";

export function sessionTitle(session: SessionInfo): string {
  return oneLine(session.title ?? session.task, 120) || identifier(session.sessionId);
}

/** `2026-11-20 08:00 · interrupted · 2 files · $0.0042`, today without the date; `state` says more than its status. */
export function sessionDescription(session: SessionInfo, state: string = statusText(session.status)): string {
  const files = session.filesChanged.length;
  const parts = [
    timeOf(session.updatedAt ?? session.startedAt),
    state,
    files > 0 ? pluralize(files, "file") : "",
    session.cost === null || session.cost === 0 ? "" : `$${session.cost.toFixed(4)}`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

export function sessionDetails(session: SessionInfo, state?: string): string {
  const lines = [
    sessionTitle(session),
    sessionDescription(session, state),
    t("Agent: {agent}", { agent: identifier(session.agent) }),
    ...session.filesChanged.slice(0, 10).map((path) => oneLine(path, 120)),
    session.problem === null ? "" : oneLine(session.problem, 300),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function statusText(status: SessionInfo["status"]): string {
  const words: Readonly<Record<string, string>> = {
    running: t("running"),
    completed: t("done"),
    partial: t("partly done"),
    failed: t("failed"),
    cancelled: t("cancelled"),
    interrupted: t("interrupted"),
    corrupt: t("corrupt"),
  };
  return words[status] ?? status;
}

/** By the user's clock, to the minute, without today's date; empty if it is no time. */
function timeOf(written: string | null): string {
  const time = new Date(written ?? Number.NaN);
  if (Number.isNaN(time.getTime())) {
    return "";
  }
  const clock = [time.getHours(), time.getMinutes()].map(padded).join(":");
  return dateOf(time) === dateOf(new Date()) ? clock : `${dateOf(time)} ${clock}`;
}

function dateOf(time: Date): string {
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(padded).join("-");
}

function padded(number: number): string {
  return String(number).padStart(2, "0");
}
