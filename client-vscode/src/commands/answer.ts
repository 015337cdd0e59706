/** Answering confirmations, with the keyboard alone if wanted. */

import { headline, answerOptions, type Question, type AnswerOption } from "../confirm/question";
import { identifier } from "../displayText";
import { t } from "../l10n";
import { textField } from "./commandArguments";
import type { Command, Services } from "./services";
import type { Item } from "./ui";

/** Choose a question if several wait, then an answer; `{choice}` answers the first at once, if it could be read. */
export const answer: Command = async (services, argument) => {
  const question = await questionFor(services, argument);
  if (question === undefined) {
    return;
  }
  const choice = textField(argument, "choice");
  // A question of the model is answered with words, which no key has.
  const wantsWords = question.params.kind === "question" && choice === "once";
  if (choice === undefined || wantsWords || (choice !== "deny" && isUnread(services, question))) {
    await pickAnswer(services, question);
    return;
  }
  const option = answerOptions(question).find((each) => each.choice === choice && !each.asksForNote);
  if (option === undefined) {
    services.ui.showMessage("info", t('"{choice}" is not a valid answer to this confirmation.', { choice: identifier(choice) }));
    return;
  }
  await submitAnswer(services, question, option);
};

/** Whether the question was shown only just now, so that it cannot have been read. */
function isUnread({ questions }: Services, question: Question): boolean {
  return question === questions.first && questions.isFirstUnread;
}

async function questionFor(services: Services, argument: unknown): Promise<Question | undefined> {
  const named = textField(argument, "requestId");
  const waiting = services.questions.all();
  const runId = textField(argument, "runId");
  const fitting = waiting.filter(
    ({ params }) =>
      (named === undefined || params.requestId === named) &&
      (runId === undefined || params.runId === runId),
  );
  const [first] = fitting;
  if (first === undefined) {
    services.ui.showMessage("info", t("No confirmation is pending."));
    return undefined;
  }
  if (fitting.length === 1 || textField(argument, "choice") !== undefined) {
    return first;
  }
  const items = fitting.map((question) => ({
    label: headline(question),
    description: services.runs.get(question.params.runId)?.title ?? "",
    value: question,
  }));
  return services.ui.pick(items, t("Select a confirmation"));
}

/** Let the user choose among all answers; dismissing the list leaves the question open. */
export async function pickAnswer(services: Services, question: Question): Promise<void> {
  const items: Item<AnswerOption | "page">[] = answerOptions(question).map((option) => ({
    label: option.label,
    description: option.description,
    value: option,
  }));
  const page: Item<"page"> = { label: t("Show Details"), value: "page" };
  const chosen = await services.ui.pick([...items, page], headline(question));
  if (chosen === "page") {
    await services.showQuestion(question.params.requestId);
  } else if (chosen !== undefined) {
    await submitAnswer(services, question, chosen);
  }
}

/** Answer with that option; dismissing the input for the note leaves the question open. */
export async function submitAnswer(services: Services, question: Question, option: AnswerOption): Promise<void> {
  const { requestId } = question.params;
  const note = option.asksForNote ? await noteFor(services, option, headline(question)) : (option.note ?? "");
  if (note === undefined || (option.choice === "once" && option.asksForNote && note.trim() === "")) {
    return;
  }
  const withNote = note.trim() === "" ? {} : { note };
  const offer = option.offer === undefined ? {} : { offer: option.offer };
  const content = option.choice === "once" ? services.ui.changedText(requestId) : undefined;
  const changed = content === undefined ? {} : { content };
  if (!services.questions.answer(requestId, { choice: option.choice, ...withNote, ...offer, ...changed })) {
    services.ui.showMessage("info", t("This confirmation was already answered."));
  }
}

async function noteFor({ ui }: Services, { choice }: AnswerOption, asked: string): Promise<string | undefined> {
  return choice === "once" ? ui.input(t("Your Answer"), asked) : ui.input(t("Reason for Denying"), t("Sent to the model (optional)"));
}
