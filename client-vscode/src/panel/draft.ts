/** What is written in the input of a chat and not sent. */

import { fieldsOf, numberOf, textOf, type Fields } from "../conversation/event";
import { readAttachments, type Attachment } from "./attachment";
import { NO_CHOICES, readChoices, type Choices } from "./choices";

export interface Draft {
  readonly draft: string;
  readonly attachments: readonly Attachment[];
  readonly choices: Choices;
  /** The mode that was chosen before the one that only plans. */
  readonly modeBefore: string;
  /** The run whose task is edited; empty if none is. */
  readonly replaces: string;
  /** What was being written when that task took its place in the input. */
  readonly besideEdit: string;
}

/** `at` is when it was written by the clock of the page, in milliseconds; 0 if nothing was. */
export interface DatedDraft extends Draft {
  readonly at: number;
}

export const NO_DRAFT: DatedDraft = {
  draft: "",
  attachments: [],
  choices: NO_CHOICES,
  modeBefore: "",
  replaces: "",
  besideEdit: "",
  at: 0,
};

export function readDraft(fields: Fields): DatedDraft {
  return {
    draft: textOf(fields, "draft"),
    attachments: readAttachments(fields, "attachments"),
    choices: readChoices(fieldsOf(fields["choices"])),
    modeBefore: textOf(fields, "modeBefore"),
    replaces: textOf(fields, "replaces"),
    besideEdit: textOf(fields, "besideEdit"),
    at: numberOf(fields, "at") ?? 0,
  };
}
