/** What is said at the end of a run: in the status bar, or in a notification if it went wrong. */

import type { Run } from "../runs/run";
import { stateText, summaryOf, titleOf } from "../runs/runText";
import type { RunChange } from "../runs/runStore";
import { inEditorWords, withCapital } from "../editorWords";
import { buttonsFor, type RemedyButton } from "../remedies";
import { oneLine } from "../displayText";
import { t } from "../l10n";

export interface Ending {
  readonly runId: string;
  /** How it ended, for the status bar. */
  readonly words: string;
  /** All there is to say, on lines: its task, what it came to, and why. */
  readonly details: string;
  /** Its task and what it came to, for screen readers. */
  readonly label: string;
  /** What the user has to know; everything else is only shown for a moment. */
  readonly problem: Problem | undefined;
}

export interface Problem {
  /** What became of the task and why, in two sentences. */
  readonly message: string;
  /** What helps, if anything is known to. */
  readonly buttons: readonly RemedyButton[];
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
  const why = saidOf(run) || (isProblem ? oneLine(outputOf(run), MAX_WHY) : "");
  return {
    runId: run.runId,
    words: stateText(run),
    details: [titleOf(run), summaryOf(run), why].filter((part) => part !== "").join("\n"),
    label: `“${titleOf(run)}”: ${summaryOf(run)}`,
    problem: isProblem ? { message: messageOf(run), buttons: buttonsFor(run.remedy) } : undefined,
  };
}

const MAX_WHY = 200;

/** `“make it faster” is only partly done. 2 actions were denied.` */
function messageOf(run: Run): string {
  const why = saidOf(run) || capitalized(causeOf(run)) || oneLine(outputOf(run), MAX_WHY);
  return [whatBecame(run), why === "" || /[.!?…]$/.test(why) ? why : `${why}.`].filter((part) => part !== "").join(" ");
}

function whatBecame(run: Run): string {
  const title = oneLine(titleOf(run), 60);
  switch (run.outcome) {
    case "failed":
      return t("“{title}” failed.", { title });
    case "interrupted":
      return t("“{title}” was interrupted.", { title });
    default:
      return t("“{title}” is only partly done.", { title });
  }
}

/** The error or the reason, as a sentence. */
function saidOf(run: Run): string {
  return oneLine(withCapital(inEditorWords(run.error ?? run.reason ?? "")), MAX_WHY);
}

/** What the words of the ending say behind the kind of it: `Partly done: maximum steps reached`. */
function causeOf(run: Run): string {
  return stateText(run).split(": ").slice(1).join(": ");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What stopped it without the label before it, since the words of the ending say that it was stopped. */
function outputOf({ isWithoutSummary, output = "" }: Run): string {
  return isWithoutSummary ? capitalized(output.replace(/^[^:\n]*: /, "")) : output;
}
