/** The active editor as commands see it, in values of the protocol. */

import { languages, window, workspace, type Diagnostic, type Range, type TextEditor } from "vscode";

import type { JsonObject, WireRange } from "../protocol/generated";
import type { ActiveDocument } from "./ui";

/** Documents the server knows; others are output, settings, and the like. */
const SCHEMES: ReadonlySet<string> = new Set(["file", "untitled"]);

export function activeDocument(): ActiveDocument | undefined {
  const editor = activeEditor();
  if (editor === undefined) {
    return undefined;
  }
  const { document, selection } = editor;
  return {
    uri: document.uri.toString(),
    name: document.isUntitled ? document.fileName : workspace.asRelativePath(document.uri),
    selection: toLspRange(selection),
    isSelectionEmpty: selection.isEmpty,
    diagnostics: languages
      .getDiagnostics(document.uri)
      .filter((each) => sharesLine(each.range, selection))
      .map(toLspDiagnostic),
  };
}

export function activeEditor(): TextEditor | undefined {
  const editor = window.activeTextEditor;
  return editor !== undefined && SCHEMES.has(editor.document.uri.scheme) ? editor : undefined;
}

export function toLspRange(range: Range): WireRange {
  const { start, end } = range;
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}

function sharesLine(one: Range, other: Range): boolean {
  return one.start.line <= other.end.line && other.start.line <= one.end.line;
}

function toLspDiagnostic(diagnostic: Diagnostic): JsonObject {
  const { code, source, message, severity } = diagnostic;
  const bare = typeof code === "object" ? code.value : code;
  return {
    range: toLspRange(diagnostic.range),
    // From 0 here, from 1 in the protocol.
    severity: severity + 1,
    message,
    ...(bare === undefined ? {} : { code: bare }),
    ...(source === undefined ? {} : { source }),
  };
}
