/** Open hunks in the editor: marks, lenses, and when to ask for them again. */

import { commands, languages, window, workspace } from "vscode";

import { activeEditor } from "../commands/activeDocument.editor";
import type { Daemon } from "../daemon/daemon";
import { combinedDisposable, type Disposable } from "../disposable";
import { HunkDecorations } from "./hunkDecorations.editor";
import { HUNK_DOCUMENTS, HunkLenses } from "./hunkLenses.editor";
import type { HunkStore } from "./hunkStore";

export function showHunks(hunks: HunkStore, daemon: Pick<Daemon, "onHunksChanged">): Disposable {
  const marks = new HunkDecorations(hunks);
  const lenses = new HunkLenses(hunks);
  const showAll = () => {
    marks.showAll();
    setContexts(hunks);
  };
  return combinedDisposable(
    marks,
    lenses,
    hunks,
    languages.registerCodeLensProvider(HUNK_DOCUMENTS, lenses),
    hunks.onChange(() => {
      showAll();
      lenses.refresh();
    }),
    daemon.onHunksChanged(() => {
      hunks.refreshSoon();
    }),
    window.onDidChangeVisibleTextEditors(showAll),
    window.onDidChangeActiveTextEditor(showAll),
    // Which editors are sides of a diff may be known only after they are there.
    window.onDidChangeTextEditorViewColumn(showAll),
    window.tabGroups.onDidChangeTabs(() => {
      marks.showAll();
    }),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (hunks.isOpenIn(document.uri.toString())) {
        hunks.refreshSoon();
      }
    }),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("architect.hunks")) {
        showAll();
        lenses.refresh();
      }
    }),
  );
}

function setContexts(hunks: HunkStore): void {
  const active = activeEditor()?.document.uri.toString();
  const isHere = active !== undefined && hunks.isOpenIn(active);
  const all = hunks.all();
  void commands.executeCommand("setContext", "architect.hasHunks", all.length > 0);
  void commands.executeCommand("setContext", "architect.hasChanges", all.some(({ kind }) => kind === "applied"));
  void commands.executeCommand("setContext", "architect.hasProposals", all.some(({ kind }) => kind === "proposed"));
  void commands.executeCommand("setContext", "architect.editorHasHunks", isHere);
}
