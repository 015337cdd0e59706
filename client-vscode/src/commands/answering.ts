/** Answering questions of runs, by keys alone if wanted. */

import { headline, waysOf, type Question, type Way } from "../confirm/question";
import { word } from "../shownText";
import { textField } from "./commandArguments";
import type { Command, Desk } from "./desk";
import type { Item } from "./ui";

/** Choose a question if several wait, then an answer; `{choice}` answers the first at once, if it could be read. */
export const answer: Command = async (desk, argument) => {
  const question = await questionFor(desk, argument);
  if (question === undefined) {
    return;
  }
  const choice = textField(argument, "choice");
  if (choice === undefined || (choice !== "deny" && isUnread(desk, question))) {
    await chooseWay(desk, question);
    return;
  }
  const way = waysOf(question).find((each) => each.choice === choice && !each.asksForNote);
  if (way === undefined) {
    desk.ui.tell("info", `"${word(choice)}" is not a valid answer to this confirmation.`);
    return;
  }
  await takeWay(desk, question, way);
};

/** Whether the question became the one that is shown only just now, so that nobody has read it. */
function isUnread({ questions }: Desk, question: Question): boolean {
  return question === questions.first && questions.isFirstUnread;
}

async function questionFor(desk: Desk, argument: unknown): Promise<Question | undefined> {
  const named = textField(argument, "requestId");
  const waiting = desk.questions.all();
  const runId = textField(argument, "runId");
  const fitting = waiting.filter(
    ({ params }) =>
      (named === undefined || params.requestId === named) &&
      (runId === undefined || params.runId === runId),
  );
  const [first] = fitting;
  if (first === undefined) {
    desk.ui.tell("info", "No confirmation is pending.");
    return undefined;
  }
  if (fitting.length === 1 || textField(argument, "choice") !== undefined) {
    return first;
  }
  const items = fitting.map((question) => ({
    label: headline(question),
    description: desk.runs.get(question.params.runId)?.title ?? "",
    value: question,
  }));
  return desk.ui.pick(items, "Select a confirmation");
}

/** Let the user choose among all answers; going away leaves the question open. */
export async function chooseWay(desk: Desk, question: Question): Promise<void> {
  const items: Item<Way | "page">[] = waysOf(question).map((way) => ({
    label: way.label,
    description: way.description,
    value: way,
  }));
  const page: Item<"page"> = { label: "Show Details", value: "page" };
  const chosen = await desk.ui.pick([...items, page], headline(question));
  if (chosen === "page") {
    await desk.showQuestion(question.params.requestId);
  } else if (chosen !== undefined) {
    await takeWay(desk, question, chosen);
  }
}

/** Answer in one way; a note that is not given after all leaves the question open. */
export async function takeWay(desk: Desk, question: Question, way: Way): Promise<void> {
  const { requestId } = question.params;
  const note = way.asksForNote
    ? await desk.ui.input("Reason for Denying", "Sent to the model (optional)")
    : "";
  if (note === undefined) {
    return;
  }
  const words = note.trim() === "" ? {} : { note };
  const offer = way.offer === undefined ? {} : { offer: way.offer };
  if (!desk.questions.answer(requestId, { choice: way.choice, ...words, ...offer })) {
    desk.ui.tell("info", "This confirmation was already answered.");
  }
}
