/** The CodeLenses of hunks. */

import {
  CodeLens,
  EventEmitter,
  Range,
  workspace,
  type CodeLensProvider,
  type TextDocument,
} from "vscode";

import { lensesOf } from "./hunkLenses";
import type { HunkStore } from "./hunkStore";

export const HUNK_DOCUMENTS = [{ scheme: "file" }, { scheme: "untitled" }];

export class HunkLenses implements CodeLensProvider {
  private readonly changes = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changes.event;

  constructor(private readonly hunks: HunkStore) {}

  refresh(): void {
    this.changes.fire();
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    const settings = workspace.getConfiguration("architect.hunks", document);
    const uri = document.uri.toString();
    if (!this.hunks.isOpenIn(uri) || !settings.get<boolean>("lenses", true)) {
      return [];
    }
    const found = lensesOf(this.hunks.of(uri), this.hunks.lostIn(uri), this.hunks.all());
    return found.map(
      ({ line, title, tooltip, command, argument }) =>
        new CodeLens(document.validateRange(new Range(line, 0, line, 0)), {
          title,
          tooltip,
          command,
          arguments: [argument],
        }),
    );
  }

  dispose(): void {
    this.changes.dispose();
  }
}
