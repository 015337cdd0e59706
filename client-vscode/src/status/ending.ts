/** The message at the end of a run. */

import type { Run } from "../runs/run";
import { stateText, summaryOf, titleOf } from "../runs/runText";
import type { RunChange } from "../runs/runStore";
import { inEditorWords } from "../editorWords";
import { buttonsFor, type RemedyButton } from "../remedies";
import { oneLine } from "../displayText";

export interface Ending {
  readonly runId: string;
  /** How it ended, for the status bar. */
  readonly words: string;
  /** All there is to say, on lines: its task, what it came to, and why. */
  readonly details: string;
  /** The same on one line. */
  readonly message: string;
  /** What helps, if anything is known to. */
  readonly buttons: readonly RemedyButton[];
  /** Whether the user has to know; everything else is only shown for a moment. */
  readonly isProblem: boolean;
}

const EXPECTED_OUTCOMES: readonly string[] = ["completed", "cancelled"];

/**
 * Undefined unless the run has just ended. One without a title could not even be
 * started, which is reported by its command.
 */
export function endingOf({ run, before }: RunChange): Ending | undefined {
  const wasOpen = before !== undefined && before.state !== "done" && before.state !== "lost";
  if (run.state !== "done" || !wasOpen || run.title === "") {
    return undefined;
  }
  const isProblem = !EXPECTED_OUTCOMES.includes(run.outcome ?? "");
  const buttons = isProblem ? buttonsFor(run.remedy) : [];
  const told = [titleOf(run), summaryOf(run), whyOf(run, isProblem)].filter((part) => part !== "");
  return { runId: run.runId, words: stateText(run), details: told.join("\n"), message: told.join(": "), isProblem, buttons };
}

function whyOf(run: Run, isProblem: boolean): string {
  return oneLine(inEditorWords(run.error ?? run.reason ?? (isProblem ? outputOf(run) : undefined) ?? ""), 200);
}

/** What stopped it without the label before it, since the words of the ending say that it was stopped. */
function outputOf(run: Run): string | undefined {
  return run.isWithoutSummary ? run.output?.replace(/^[^:\n]*: /, "") : run.output;
}
