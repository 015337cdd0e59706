/** Previews of what a question would do, closed with the question. */

import { t } from "../l10n";
import type { RunStore } from "../runs/runStore";
import { canGoBack, previewSides, type DiffSubject, type PreviewSides } from "./editPreview";
import { commandOf, headline, isCommand, needsPreview, previewText, patchOf, type Question } from "./question";
import type { QuestionChange, QuestionQueue } from "./questionQueue";

/** Where it is shown; everything of one key is closed together. */
export interface PreviewEditors {
  showSides(key: string, title: string, sides: readonly PreviewSides[], subject?: DiffSubject): Promise<void>;
  showText(key: string, name: string, text: string): Promise<void>;
  close(key: string): Promise<void>;
}

export interface PageParts {
  readonly queue: QuestionQueue;
  readonly runs: Pick<RunStore, "get">;
  readonly editors: PreviewEditors;
  /** The text of a file in the root of a run as the user sees it now. */
  readonly readNow: (root: string, path: string) => Promise<string | undefined>;
  /** Whether an editor may open by itself: not while somebody types. */
  readonly mayOpen: () => boolean;
}

export class QuestionPreviews {
  /** The first of the queue when it was last looked at. */
  private first: Question | undefined;

  constructor(private readonly parts: PageParts) {}

  /**
   * Open the preview of the first question, and close that of one that was answered. What its card shows as
   * well, a text, opens no editor, which might stand in front of that card.
   */
  async changed(
    { question, isOpen }: QuestionChange,
    isCardVisible: (question: Question) => boolean = () => false,
  ): Promise<void> {
    if (!isOpen) {
      await this.parts.editors.close(keyOf(question));
    }
    const { first } = this.parts.queue;
    const isNew = first !== this.first;
    this.first = first;
    if (first === undefined || !isNew || !needsPreview(first.params) || !this.parts.mayOpen()) {
      return;
    }
    if (patchOf(first.params) !== undefined || !isCardVisible(first)) {
      await this.show(first);
    }
  }

  /** That with this id, if it still waits. */
  async showNamed(requestId: string): Promise<void> {
    const question = this.parts.queue.get(requestId);
    if (question !== undefined) {
      await this.show(question);
    }
  }

  async show(question: Question): Promise<void> {
    const { params } = question;
    const patch = patchOf(params);
    const root = this.parts.runs.get(params.runId)?.root;
    const sides =
      patch === undefined || root === undefined
        ? undefined
        : await previewSides(patch, (path) => this.parts.readNow(root, path));
    if (this.parts.queue.get(params.requestId) !== question) {
      return;
    }
    if (sides === undefined) {
      const text = commandOf(params);
      const name = text === undefined ? "question.diff" : isCommand(text) ? "command.txt" : "arguments.txt";
      await this.parts.editors.showText(keyOf(question), name, previewText(question));
    } else {
      const isEditable = await this.mayBeChanged(question, root ?? "", sides);
      const title = isEditable ? t("{question} (editable)", { question: headline(question) }) : headline(question);
      await this.parts.editors.showSides(keyOf(question), title, sides, { requestId: params.requestId, isEditable });
    }
    if (this.parts.queue.get(params.requestId) !== question) {
      // It was answered while its page opened.
      await this.parts.editors.close(keyOf(question));
    }
  }

  private async mayBeChanged({ params }: Question, root: string, sides: readonly PreviewSides[]): Promise<boolean> {
    const [only, ...others] = sides;
    if (params.editable !== true || only === undefined || others.length > 0) {
      return false;
    }
    return canGoBack((await this.parts.readNow(root, only.path)) ?? "", only);
  }
}

function keyOf(question: Question): string {
  return `question-${String(question.number)}`;
}
