/** Read-only documents that are made up: the sides of diffs, and what a question would do. */

import {
  TabInputText,
  TabInputTextDiff,
  Uri,
  commands,
  window,
  workspace,
  type Tab,
  type TextDocumentContentProvider,
} from "vscode";

import { ANSWER_SCHEME, AnswerFiles } from "./answerFiles.editor";
import { combinedDisposable, type Disposable } from "../disposable";
import { oneLine } from "../displayText";
import type { ChangedFile } from "../commands/ui";
import type { DiffSubject, PreviewSides } from "./editPreview";

const SCHEME = "architect-preview";

/** Documents that belong together have the same `key`, by which they are closed. */
export class PreviewDocuments implements TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  /** Titles of editors that show several files at once, which do not say which. */
  private readonly titles = new Map<string, string>();
  private readonly subjects = new Map<string, DiffSubject>();
  private readonly answers = new AnswerFiles();

  register(): Disposable {
    return combinedDisposable(
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      this.answers.register(),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.texts.delete(uri.toString());
      }),
    );
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** One file in the diff editor, several in that for many. */
  async showSides(key: string, title: string, sides: readonly PreviewSides[], subject?: DiffSubject): Promise<void> {
    if (subject !== undefined) {
      this.subjects.set(key, subject);
    }
    const pairs = sides.map(
      (side) =>
        [
          this.documentOf(key, "before", side.path, side.before),
          subject?.isEditable === true
            ? this.answers.offer(key, side.path, side.after)
            : this.documentOf(key, "after", side.path, side.after),
        ] as const,
    );
    await this.showPairs(key, title, pairs);
  }

  /** Where there is a document, its own side can be changed. */
  async showChanges(key: string, title: string, files: readonly ChangedFile[]): Promise<void> {
    const pairs = files.map(({ path, uri, other, isProposed }) => {
      const real = uri === undefined ? undefined : Uri.parse(uri);
      // Of another path it would be shown as renamed.
      const side = this.documentOf(key, isProposed ? "after" : "before", real?.path ?? path, other);
      const own = real ?? this.documentOf(key, isProposed ? "before" : "after", path, "");
      return isProposed ? ([own, side] as const) : ([side, own] as const);
    });
    await this.showPairs(key, title, pairs);
  }

  /** What the diff with the document `uri` is about; undefined if it asks for nothing. */
  subjectOf(uri: Uri): DiffSubject | undefined {
    return this.subjects.get(keyIn(uri));
  }

  /** Close what belongs together with the document `uri`. */
  async closeWith(uri: Uri): Promise<void> {
    await this.close(keyIn(uri));
  }

  /** What the user made of the edit that is asked about; undefined if it is as it was, or cannot be changed. */
  changedText(requestId: string): string | undefined {
    const found = [...this.subjects].find(([, subject]) => subject.requestId === requestId);
    return found === undefined ? undefined : this.answers.changedText(found[0]);
  }

  private async showPairs(key: string, title: string, pairs: readonly (readonly [Uri, Uri])[]): Promise<void> {
    const [first] = pairs;
    const label = oneLine(title, 120);
    if (pairs.length === 1 && first !== undefined) {
      const options = { preview: true, preserveFocus: true };
      await commands.executeCommand("vscode.diff", first[0], first[1], label, options);
    } else {
      this.titles.set(key, label);
      const resources = pairs.map(([before, after]) => [after, before, after]);
      await commands.executeCommand("vscode.changes", label, resources);
    }
  }

  async showText(key: string, name: string, text: string): Promise<void> {
    const uri = this.documentOf(key, "page", name, text);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: true, preserveFocus: true });
  }

  async close(key: string): Promise<void> {
    await this.answers.settle(key);
    const title = this.titles.get(key);
    this.titles.delete(key);
    this.subjects.delete(key);
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    const own = tabs.filter((tab) => shows(tab, key) || isMultiDiff(tab, title));
    await window.tabGroups.close(own, true);
    this.answers.forget(key);
  }

  private documentOf(key: string, side: string, path: string, text: string): Uri {
    const absolute = path.startsWith("/") ? path : `/${path}`;
    const uri = Uri.from({ scheme: SCHEME, authority: key, path: absolute, query: side });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

/** The authority says what belongs together. */
function keyIn({ scheme, authority }: Uri): string {
  return isOurs(scheme) ? authority : "";
}

/** The document in front that is made up, or that on the right side of a diff. */
export function shownPreview(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = input instanceof TabInputTextDiff ? input.modified : input instanceof TabInputText ? input.uri : undefined;
  return uri !== undefined && isOurs(uri.scheme) ? uri : undefined;
}

function isOurs(scheme: string): boolean {
  return scheme === SCHEME || scheme === ANSWER_SCHEME;
}

function shows(tab: Tab, key: string): boolean {
  const { input } = tab;
  const uri =
    input instanceof TabInputTextDiff
      ? input.modified
      : input instanceof TabInputText
        ? input.uri
        : undefined;
  return uri !== undefined && keyIn(uri) === key;
}

/** Whether it is the editor for many files with that title; the editor does not type its input. */
function isMultiDiff(tab: Tab, title: string | undefined): boolean {
  const isTyped = tab.input instanceof TabInputTextDiff || tab.input instanceof TabInputText;
  return title !== undefined && tab.label === title && !isTyped;
}
