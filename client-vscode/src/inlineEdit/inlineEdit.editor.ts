/**
 * The line of an inline edit in the editor: a thread of comments, which is the one input that VS Code
 * lets an extension put between the lines of a document.
 */

import { CommentThreadCollapsibleState, Range, Selection, commands, comments, type CommentThread, type TextEditor } from "vscode";

import { activeEditor, toLspRange } from "../commands/activeDocument.editor";
import type { Services } from "../commands/services";
import type { Disposable } from "../disposable";
import { escapeControls } from "../displayText";
import { t } from "../l10n";
import { InlineEdits, type EditLine } from "./inlineEdit";
import type { InlineEditor } from "./inlineEditor";

/** VS Code does not tell when it shows a thread: it is asked for it so often, and looked at so often each time. */
const ATTEMPTS = 20;
const LOOKS = 10;
const BETWEEN_MS = 25;

/** Nor does it tell when the thread has the focus, before which the way into its input leads nowhere. */
const PAUSES_MS = [0, 100, 400];

export class CommentInlineEditor implements InlineEditor, Disposable {
  private readonly controller = comments.createCommentController("architect.inlineEdit", "Architect");
  private readonly lines = new Map<unknown, EditLine>();
  private readonly edits: InlineEdits;
  /** The one that is typed into, of which there is one at most. */
  private input: EditLine | undefined;

  constructor(private readonly services: () => Services) {
    this.edits = new InlineEdits(services);
    this.controller.options = {
      prompt: t("Edit with Architect"),
      placeHolder: t("Describe the change. Enter starts it."),
    };
  }

  async open(): Promise<void> {
    const editor = activeEditor();
    if (editor === undefined) {
      this.services().ui.showMessage("info", t("No file is open. Open one and select the code to edit."));
      return;
    }
    const { document, selection } = editor;
    const { start, end } = selection;
    const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
    const range = new Range(start.line, 0, last, document.lineAt(last).text.length);
    this.closeInput();
    const thread = this.controller.createCommentThread(document.uri, range, []);
    thread.canReply = true;
    thread.contextValue = "input";
    thread.label = t("Edit with Architect");
    thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    this.input = this.lineOf(thread, document.uri.toString(), range);
    this.lines.set(thread, this.input);
    await focusThread(editor, range);
  }

  async submit(thread: unknown, typed: string): Promise<void> {
    const line = this.lines.get(thread);
    if (line !== undefined) {
      this.input = undefined;
      await this.edits.submit(line, typed);
    }
  }

  async stop(thread: unknown): Promise<void> {
    const line = this.lines.get(thread);
    if (line !== undefined) {
      await this.edits.stop(line);
    }
  }

  async close(): Promise<void> {
    this.closeInput();
    await commands.executeCommand("workbench.action.focusActiveEditorGroup");
  }

  runOf(thread: unknown): string | undefined {
    const line = this.lines.get(thread);
    return line === undefined ? undefined : this.edits.runOf(line);
  }

  dispose(): void {
    this.edits.dispose();
    this.controller.dispose();
  }

  private closeInput(): void {
    this.input?.close();
    this.input = undefined;
  }

  private lineOf(thread: CommentThread, uri: string, range: Range): EditLine {
    return {
      uri,
      range: toLspRange(range),
      showProgress: (text) => {
        thread.canReply = false;
        thread.contextValue = "running";
        thread.label = escapeControls(text);
      },
      close: () => {
        this.lines.delete(thread);
        thread.dispose();
      },
    };
  }
}

/** As with the keyboard: first to the thread next to the cursor, which selects its lines, then into its input. */
async function focusThread(editor: TextEditor, range: Range): Promise<void> {
  const isAbove = range.isEmpty && range.start.line > 0;
  const near = isAbove ? editor.document.lineAt(range.start.line - 1).range.end : range.end;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    editor.selection = new Selection(near, near);
    await commands.executeCommand(`editor.action.${isAbove ? "next" : "previous"}CommentThreadAction`);
    if (await selects(editor, range)) {
      for (const pauseMs of PAUSES_MS) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        await commands.executeCommand("widgetNavigation.focusNext");
      }
      return;
    }
  }
}

/** Whether `range` is selected in a moment; the editor tells of it later than the command ends. */
async function selects(editor: TextEditor, range: Range): Promise<boolean> {
  for (let look = 0; look < LOOKS && !editor.selection.isEqual(range); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  return editor.selection.isEqual(range);
}
