/** What a chat shows beside its session, of all that the window knows. */

import { headline, type Question } from "../confirm/question";
import { sessionOf } from "../conversation/run";
import { oneLine } from "../displayText";
import { t } from "../l10n";
import type { Run } from "../runs/run";
import { titleOf } from "../runs/runText";
import type { Attachment } from "./attachment";
import { modeOfSettings } from "./choices";
import type { AgentChoice, ChatState, OtherRun, PanelState } from "./messages";
import type { PanelStatus } from "./panelHost";

export interface ChatSettings {
  readonly model: string | undefined;
  readonly mode: string | undefined;
  readonly review: string | undefined;
  readonly reasoningEffort: string | undefined;
}

export interface ChatFacts {
  readonly settings: ChatSettings;
  readonly agents: readonly AgentChoice[];
  readonly selection: Attachment | undefined;
  readonly history: readonly string[];
  readonly questions: readonly Question[];
  /** Those that are not over. */
  readonly runs: readonly Run[];
}

/** Of a chat that has no session yet. */
export function emptyState({ isConnected, blockedReason, budgetUsd }: PanelStatus): PanelState {
  return { sessionId: "", isConnected, blockedReason, budgetUsd, queuedBehind: "", queued: [] };
}

/** Beside the session `sessionId`, which is empty if there is none. */
export function chatState(facts: ChatFacts, sessionId: string): ChatState {
  const { settings, agents, selection, history, questions, runs } = facts;
  const others = runs.filter((run) => sessionOf(run.runId) !== sessionId);
  return {
    model: settings.model ?? "",
    mode: modeOfSettings(settings.mode, settings.review),
    reasoning: settings.reasoningEffort ?? "",
    agents,
    selection,
    history,
    asks: askedElsewhere(questions, runs, sessionId),
    running: others.map((run) => ({ runId: run.runId, text: titleOf(run) })),
  };
}

function askedElsewhere(
  questions: readonly Question[],
  runs: readonly Run[],
  sessionId: string,
): OtherRun | undefined {
  // Those of workflows are answered in their view.
  const isOther = ({ params }: Question) => params.kind !== "approval" && sessionOf(params.runId) !== sessionId;
  const question = questions.find(isOther);
  if (question === undefined) {
    return undefined;
  }
  const { runId } = question.params;
  const run = runs.find((each) => each.runId === runId);
  const who = run === undefined ? t("Another session") : `“${oneLine(titleOf(run), 60)}”`;
  return { runId, text: t("{who} asks: {question}", { who, question: headline(question) }) };
}
