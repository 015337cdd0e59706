/** A question of a run: what it says and how it can be answered. All text is safe to display. */

import { escapeLinks } from "../escapeLinks";
import { t } from "../l10n";
import { ANSWER_LABELS } from "./answerLabels";
import type { ConfirmAnswer, ConfirmParams } from "../protocol/generated";
import { escapeControls, oneLine, truncate } from "../displayText";

export type Choice = ConfirmAnswer["choice"];

export interface Question {
  /** Counts the questions of this window from 1. */
  readonly number: number;
  readonly params: ConfirmParams;
}

/** An answer the user can pick; `asksForNote` is one with words for the model. */
export interface AnswerOption {
  readonly label: string;
  readonly description: string;
  readonly choice: Choice;
  readonly offer: number | undefined;
  readonly asksForNote: boolean;
  /** What is answered without being asked for. */
  readonly note?: string;
}

const TOAST_CHARS = 320;
const HEADLINE_CHARS = 160;
/** A longer command, or one with more lines, has to be read in an editor. */
const LINE_CHARS = 120;
/** A title that asks whether a command is run has nothing but words before it, in any language. */
const RUNS = /^[^`]+`[^]*\?$/;

/** What would be done, on one line; a command with all of its variables, which its title leaves out. */
export function headline({ params }: Question): string {
  const title = oneLine(params.title, HEADLINE_CHARS);
  const command = commandOf(params);
  if (command === undefined || !isCommand(command) || needsPreview(params) || !RUNS.test(title)) {
    return title || t("Allow this action?");
  }
  const line = oneLine(command.command, HEADLINE_CHARS);
  return title.includes(line) ? title : t("Run `{line}`?", { line });
}

/** Why it is asked. */
export function reasonOf(question: Question): string {
  return oneLine(question.params.detail, 200);
}

export function patchOf(params: ConfirmParams): string | undefined {
  const preview = params.preview;
  return preview !== undefined && "patch" in preview ? preview.patch : undefined;
}

export function commandOf(params: ConfirmParams): { command: string; cwd: string } | undefined {
  const preview = params.preview;
  return preview !== undefined && "command" in preview ? preview : undefined;
}

/** Whether it is a command, which runs in some folder, and not the arguments of a call. */
export function isCommand({ cwd }: { readonly cwd: string }): boolean {
  return cwd !== "";
}

/** Whether there is more to read than a notification can show. */
export function needsPreview(params: ConfirmParams): boolean {
  const command = commandOf(params);
  if (command === undefined) {
    return patchOf(params) !== undefined;
  }
  if (!isCommand(command) && isSaid(command.command, params.title)) {
    return false;
  }
  const text = escapeControls(command.command);
  return text.length > LINE_CHARS || text.includes("\n");
}

/** Whether a short title has the arguments already, if without their line breaks. */
function isSaid(text: string, title: string): boolean {
  const plain = (each: string) => each.replaceAll(/\s+/g, "");
  return title.length <= LINE_CHARS && plain(title).endsWith(`${plain(text)}?`);
}

/** The question for a notification: command, folder and reasons, or the edit. */
export function toastText(question: Question): string {
  const command = commandOf(question.params);
  const isQuestion = question.params.kind === "question";
  const parts = [isQuestion ? t("The agent asks: {title}", { title: oneLine(question.params.title, TOAST_CHARS) }) : headline(question)];
  if (command !== undefined) {
    parts.push(isCommand(command) ? t("in {folder}", { folder: folderIn(command.cwd, 80) }) : "");
    const what = isCommand(command) ? t("the full command") : t("all of its arguments");
    parts.push(needsPreview(question.params) ? t("read {what} in the editor or the conversation", { what }) : "");
  }
  parts.push(reasonOf(question));
  const text = parts.filter((part) => part !== "").join(" — ");
  return escapeLinks(truncate(text, TOAST_CHARS));
}

/** The server names folders from that of the project, which it calls `.`. */
function folderIn(cwd: string, maxLength: number): string {
  const folder = oneLine(cwd, maxLength);
  return folder === "" || folder === "." ? t("the workspace") : folder;
}

/** All of the question, as a page to read. */
export function previewText(question: Question): string {
  const { params } = question;
  const command = commandOf(params);
  const lines = [headline(question), "", escapeControls(params.detail)];
  if (command !== undefined) {
    const folder = isCommand(command) ? ["", t("Folder: {folder}", { folder: folderIn(command.cwd, 400) })] : [];
    lines.push(...folder, "", escapeControls(command.command));
  }
  const patch = patchOf(params);
  if (patch !== undefined) {
    lines.push("", escapeControls(patch));
  }
  return `${lines.join("\n")}\n`;
}

/** The options that the server offers, the maxLength likely first. */
export function answerOptions(question: Question): readonly AnswerOption[] {
  const { options, offers, grant, answers = [] } = question.params;
  if (question.params.kind === "question") {
    return [...answers.map(suggested), OWN_WORDS, { ...option("deny", ""), label: DECIDE }, option("stop", "")];
  }
  const on = (choice: Choice) => options.includes(choice);
  if (question.params.kind === "approval") {
    return APPROVAL_OPTIONS.filter(({ choice }) => on(choice));
  }
  const grants = offers.flatMap((description, offer) => [
    ...(on("project") ? [option("project", description, offer)] : []),
    ...(on("always") ? [option("always", description, offer)] : []),
  ]);
  return [
    ...(on("once") ? [option("once", "")] : []),
    ...(on("run") ? [option("run", grant)] : []),
    ...(on("deny") ? [option("deny", "")] : []),
    ...(on("deny")
      ? [{ ...option("deny", t("the reason is sent to the model")), label: t("Deny with Reason..."), asksForNote: true }]
      : []),
    ...(on("stop") ? [option("stop", "")] : []),
    ...grants,
  ];
}

/** What an answer of the user's own, none, and the list of all are called where the model asks. */
export const OWN_ANSWER = t("Answer...");
export const DECIDE = t("Let the Agent Decide");
export const MORE = t("More");

const OWN_LABELS: readonly string[] = [OWN_ANSWER, DECIDE, MORE, ANSWER_LABELS.stop];

/** What does not answer: closing decides nothing about a step of a workflow, which would be refused for good. */
export function unanswered({ kind }: Pick<ConfirmParams, "kind">): Choice {
  return kind === "approval" ? "stop" : "deny";
}

const APPROVAL_OPTIONS: readonly AnswerOption[] = [
  { ...option("once", t("the workflow goes on")), label: t("Approve") },
  { ...option("deny", t("the step is not done")), label: t("Refuse") },
  { ...option("stop", t("the workflow waits")), label: t("Decide Later") },
];

const OWN_WORDS: AnswerOption = { ...option("once", ""), label: OWN_ANSWER, asksForNote: true };

/** In quotes if it has the words of a button of ours: of two that are alike the first one would be pressed. */
function suggested(answer: string): AnswerOption {
  const words = oneLine(answer, 100);
  return { ...option("once", ""), label: OWN_LABELS.includes(words) ? `“${words}”` : words, note: answer };
}

function option(choice: Choice, description: string, offer?: number): AnswerOption {
  return { label: ANSWER_LABELS[choice], description: oneLine(description, 160), choice, offer, asksForNote: false };
}
