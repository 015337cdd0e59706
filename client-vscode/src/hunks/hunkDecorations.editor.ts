/** Hunks as marks in the editors that show their documents. */

import {
  OverviewRulerLane,
  Range,
  ThemeColor,
  window,
  type DecorationOptions,
  type DecorationRenderOptions,
  type TextEditor,
  type TextEditorDecorationType,
} from "vscode";

import { MARK_KINDS, markOf, type MarkKind } from "./hunkMarks";
import type { HunkStore } from "./hunkStore";

/** Colours that package.json contributes, so that themes can change them. */
function filled(kind: "added" | "changed" | "proposed"): DecorationRenderOptions {
  return {
    isWholeLine: true,
    backgroundColor: new ThemeColor(`architect.${kind}Background`),
    overviewRulerColor: new ThemeColor(`architect.${kind}Ruler`),
    overviewRulerLane: OverviewRulerLane.Center,
  };
}

const DECORATIONS: Readonly<Record<MarkKind, DecorationRenderOptions>> = {
  added: filled("added"),
  changed: filled("changed"),
  proposed: filled("proposed"),
  removed: {
    isWholeLine: true,
    borderWidth: "1px 0 0 0",
    borderStyle: "dashed",
    borderColor: new ThemeColor("architect.removedRuler"),
    overviewRulerColor: new ThemeColor("architect.removedRuler"),
    overviewRulerLane: OverviewRulerLane.Center,
  },
};

export class HunkDecorations {
  private readonly types = new Map<MarkKind, TextEditorDecorationType>(
    MARK_KINDS.map((kind) => [kind, window.createTextEditorDecorationType(DECORATIONS[kind])]),
  );

  constructor(private readonly hunks: HunkStore) {}

  showAll(): void {
    for (const editor of window.visibleTextEditors) {
      this.show(editor);
    }
  }

  private show(editor: TextEditor): void {
    const marks = this.hunks.of(editor.document.uri.toString()).map(markOf);
    for (const [kind, type] of this.types) {
      const own = marks.filter((mark) => mark.kind === kind);
      const options = own.map((mark): DecorationOptions => {
        const range = new Range(mark.firstLine, 0, mark.lastLine, 0);
        return { range: editor.document.validateRange(range), hoverMessage: mark.hover };
      });
      editor.setDecorations(type, options);
    }
  }

  dispose(): void {
    for (const type of this.types.values()) {
      type.dispose();
    }
  }
}
