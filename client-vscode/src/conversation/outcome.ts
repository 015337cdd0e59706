/** How a run ended: only a run that completed its task is shown as a success. */

import { shown, t } from "../l10n";
import { TONES, type Ending, type Outcome, type Tone } from "./blocks";
import { textOf, type Fields } from "./event";
import type { Run } from "./run";

/** The outcome that belongs to the last event of a run; the server's `run_phase.py` decides alike. */
export function outcomeOf(status: string, stopReason: string): Outcome {
  switch (stopReason) {
    case "llm_done":
      if (status === "failed") return "failed";
      return status === "success" ? "completed" : "blocked";
    case "user_interrupt":
      return "cancelled";
    case "hook_blocked":
      return "blocked";
    case "llm_error":
    case "internal_error":
    case "":
      return "failed";
    default:
      return "limit";
  }
}

const OUTCOMES: ReadonlySet<string> = new Set<Outcome>([
  "completed",
  "failed",
  "limit",
  "blocked",
  "interrupted",
  "cancelled",
]);

export function isOutcome(text: string): text is Outcome {
  return OUTCOMES.has(text);
}

const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  completed: "good",
  failed: "bad",
  limit: "warning",
  blocked: "warning",
  interrupted: "warning",
  cancelled: "quiet",
};

const LIMITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    max_steps: t("Partly done: maximum steps reached"),
    budget_exceeded: t("Partly done: budget exceeded"),
    context_full: t("Partly done: context window full"),
    timeout: t("Partly done: timed out"),
    no_progress: t("Partly done: no progress"),
  }),
);

/** What the server says of an ending; undefined if it is one that does not, or the run goes on. */
export function readEnding(fields: Fields): Ending | undefined {
  const words = textOf(fields, "words");
  const tone = TONES.find((each) => each === fields["tone"]);
  return words === "" || tone === undefined ? undefined : { words: shown(words), tone };
}

/** What there is to say of a run that was interrupted. */
export const CUT_OFF = t("The window was closed or reloaded, or the server stopped, before it was done.");

/** The ending of a run of which the server has not said it. */
export function endingOf(run: Run, outcome: Outcome): Ending {
  return { words: outcomeTitle(run, outcome), tone: OUTCOME_TONES[outcome] };
}

function completedTitle(run: Run): string {
  if (run.isDryRun) {
    return t("Dry run finished; no changes were made");
  }
  return run.proposed.length > 0 ? t("Done; changes are proposed for review") : t("Done");
}

function outcomeTitle(run: Run, outcome: Outcome): string {
  switch (outcome) {
    case "completed":
      return completedTitle(run);
    case "failed":
      return t("Failed");
    case "limit":
      return LIMITS.get(run.stopReason) ?? t("Partly done");
    case "blocked":
      return run.denials > 0 ? t("Partly done: an action was denied") : t("Partly done");
    case "interrupted":
      return t("Interrupted");
    case "cancelled":
      return t("Cancelled");
  }
}
