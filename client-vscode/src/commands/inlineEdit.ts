/** Inline edits: an input at the selection, and what can be done while it works. */

import { textField } from "./commandArguments";
import type { Command } from "./services";

export const inlineEdit: Command = ({ inlineEditor }) => inlineEditor.open();

/** The editor calls it with the thread and what was typed. */
export const submitInlineEdit: Command = async ({ inlineEditor }, argument) => {
  await inlineEditor.submit(threadIn(argument), textField(argument, "text") ?? "");
};

export const closeInlineEdit: Command = ({ inlineEditor }) => inlineEditor.close();

export const stopInlineEdit: Command = async ({ inlineEditor }, argument) => {
  await inlineEditor.stop(threadIn(argument));
};

export const openInlineEdit: Command = ({ inlineEditor, openRun }, argument) => {
  const runId = inlineEditor.runOf(threadIn(argument));
  if (runId !== undefined) {
    openRun(runId);
  }
  return Promise.resolve();
};

/** In the input it is a field, in the title the argument itself. */
function threadIn(argument: unknown): unknown {
  return typeof argument === "object" && argument !== null && "thread" in argument ? argument.thread : argument;
}
