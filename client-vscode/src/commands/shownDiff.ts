/** Deciding in the title of a diff editor about what it shows: a change, or the edit of a question. */

import { answerOptions } from "../confirm/question";
import { t } from "../l10n";
import { submitAnswer } from "./answer";
import { keep, undo } from "./hunkDecisions";
import type { Command, Services } from "./services";

export const keepShown: Command = (services, argument) => decide(services, argument, keep);

export const undoShown: Command = (services, argument) => decide(services, argument, undo);

export const allowShown: Command = (services, argument) => answerShown(services, argument, "once");

/** With the reason, which may be empty. */
export const denyShown: Command = (services, argument) => answerShown(services, argument, "deny");

type Decide = (services: Services, hunks: Parameters<typeof keep>[1]) => Promise<void>;

async function decide(services: Services, argument: unknown, act: Decide): Promise<void> {
  const subject = services.ui.subjectOfDiff(argument);
  if (subject?.hunkId === undefined) {
    return;
  }
  await services.hunks.refresh();
  const hunk = services.hunks.get(subject.hunkId);
  if (hunk === undefined) {
    services.ui.showMessage("info", t("This change is no longer pending."));
  } else {
    await act(services, [hunk]);
  }
  await services.ui.closeDiff(argument);
}

async function answerShown(services: Services, argument: unknown, choice: "once" | "deny"): Promise<void> {
  const requestId = services.ui.subjectOfDiff(argument)?.requestId;
  const question = requestId === undefined ? undefined : services.questions.get(requestId);
  if (question === undefined) {
    services.ui.showMessage("info", t("This confirmation was already answered."));
    return;
  }
  const option = answerOptions(question).find((each) => each.choice === choice && each.asksForNote === (choice === "deny"));
  if (option !== undefined) {
    await submitAnswer(services, question, option);
  }
}
