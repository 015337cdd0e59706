/** How a run ended, told as it was: only what is done, and done whole, is good. */

import type { Outcome, Tone } from "./blocks";
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

const TONES: Readonly<Record<Outcome, Tone>> = {
  completed: "good",
  failed: "bad",
  limit: "warning",
  blocked: "warning",
  interrupted: "warning",
  cancelled: "quiet",
};

const LIMITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    max_steps: "Stopped: all steps are used up",
    budget_exceeded: "Stopped: the budget is spent",
    context_full: "Stopped: the conversation no longer fits the model",
    timeout: "Stopped: the time is up",
    no_progress: "Stopped: the model went round in circles",
  }),
);

export function toneOf(outcome: Outcome): Tone {
  return TONES[outcome];
}

function completedTitle(run: Run): string {
  if (run.isDryRun) {
    return "Planned; nothing was changed";
  }
  return run.proposed.length > 0 ? "Done; its changes are proposals for you to keep" : "Done";
}

/** The end of the run in a few words. */
export function outcomeTitle(run: Run, outcome: Outcome): string {
  switch (outcome) {
    case "completed":
      return completedTitle(run);
    case "failed":
      return "Failed";
    case "limit":
      return LIMITS.get(run.stopReason) ?? "Stopped at a limit";
    case "blocked":
      return run.denials > 0 ? "Not finished: something was denied" : "Not finished";
    case "interrupted":
      return "Interrupted: the server or the editor went away";
    case "cancelled":
      return "Cancelled";
  }
}
