/** The message at the end of a run. */

import type { Run } from "../runs/run";
import { summaryOf, titleOf } from "../runs/runText";
import type { RunChange } from "../runs/runStore";
import { inEditorWords } from "../editorWords";
import { buttonsFor, type RemedyButton } from "../remedies";
import { oneLine } from "../displayText";

export interface Ending {
  readonly runId: string;
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
  return { runId: run.runId, message: messageOf(run, isProblem), isProblem, buttons };
}

function messageOf(run: Run, isProblem: boolean): string {
  const why = inEditorWords(run.error ?? run.reason ?? (isProblem ? outputOf(run) : undefined) ?? "");
  const line = `${titleOf(run)}: ${summaryOf(run)}`;
  return why === "" ? line : `${line}: ${oneLine(why, 200)}`;
}

/** What stopped it without the label before it, since the words of the ending say that it was stopped. */
function outputOf(run: Run): string | undefined {
  return run.isWithoutSummary ? run.output?.replace(/^[^:\n]*: /, "") : run.output;
}
