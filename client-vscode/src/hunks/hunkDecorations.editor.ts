/** Hunks as marks in the editors of their documents; a diff shows them by itself. */

import {
  MarkdownString,
  OverviewRulerLane,
  Range,
  ThemeColor,
  window,
  workspace,
  type DecorationOptions,
  type DecorationRenderOptions,
  type TextEditor,
  type TextEditorDecorationType,
} from "vscode";

import { t } from "../l10n";
import { isSideOfDiff } from "./diffSides";
import { ghostsOf, hoverCode } from "./hunkGhosts";
import { MARK_KINDS, markOf, type MarkKind } from "./hunkMarks";
import type { Hunk, HunkStore } from "./hunkStore";

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

  private readonly ghosts = window.createTextEditorDecorationType({});

  constructor(private readonly hunks: HunkStore) {}

  showAll(): void {
    const inFront = window.tabGroups.all.map(({ activeTab }) => activeTab?.input);
    for (const editor of window.visibleTextEditors) {
      this.show(editor, isSideOfDiff(editor, inFront) ? [] : this.hunks.of(editor.document.uri.toString()));
    }
  }

  private show(editor: TextEditor, hunks: readonly Hunk[]): void {
    const { document } = editor;
    const marks = hunks.map((hunk) => ({ ...markOf(hunk), hunk }));
    for (const [kind, type] of this.types) {
      const own = marks.filter((mark) => mark.kind === kind);
      const options = own.map(({ firstLine, lastLine, hover, hunk }): DecorationOptions => {
        const range = new Range(firstLine, 0, lastLine, 0);
        return { range: document.validateRange(range), hoverMessage: hoverOf(hover, hunk, document.languageId) };
      });
      editor.setDecorations(type, options);
    }
    const isShown = workspace.getConfiguration("architect.hunks", document).get<boolean>("removedLines", true);
    editor.setDecorations(this.ghosts, isShown ? hunks.flatMap((hunk) => ghostOptions(hunk, editor)) : []);
  }

  dispose(): void {
    this.ghosts.dispose();
    for (const type of this.types.values()) {
      type.dispose();
    }
  }
}

/** VS Code has no lines between those of a document: the other lines stand behind them. */
function ghostOptions(hunk: Hunk, { document }: TextEditor): readonly DecorationOptions[] {
  const color = new ThemeColor(hunk.kind === "proposed" ? "architect.proposedForeground" : "architect.removedForeground");
  return ghostsOf(hunk).map(({ line, text }) => {
    const end = document.validateRange(new Range(line, Number.MAX_SAFE_INTEGER, line, Number.MAX_SAFE_INTEGER));
    const after = { contentText: text, color, margin: "0 0 0 2em", fontStyle: "italic" };
    return { range: end, renderOptions: { after } };
  });
}

function hoverOf(text: string, hunk: Hunk, languageId: string): MarkdownString {
  const hover = new MarkdownString();
  const code = hoverCode(hunk);
  hover.appendText(code === "" ? text : `${text}. ${hunk.kind === "proposed" ? t("It would be:") : t("Before:")}`);
  return code === "" ? hover : hover.appendCodeblock(code, languageId);
}
