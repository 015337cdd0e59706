/** `architect/language`: what the language servers of this window know of symbols. */

import {
  Position,
  Uri,
  commands,
  window,
  workspace,
  type Location,
  type LocationLink,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode";

import type { LanguageAnswer, LanguageFileEdits, LanguageLocation, LanguageParams } from "../protocol/generated";
import { opened } from "./hiddenDocuments.editor";

/** As much of a hover of VS Code as is told. */
interface Hover {
  readonly contents: readonly HoverContent[];
}
type HoverContent = string | { readonly value: string };

const MOST_LOCATIONS = 1_000;

export async function language({ feature, uri, position, newName }: LanguageParams): Promise<LanguageAnswer> {
  // What is not open has no language server yet.
  const document = await opened(Uri.parse(uri));
  if (document === undefined) {
    return { refused: "VS Code cannot open that file" };
  }
  const at = new Position(position.line, position.character);
  switch (feature) {
    case "hover": {
      const hovers = await ask<readonly Hover[]>("vscode.executeHoverProvider", document.uri, at);
      return { text: hovers.flatMap(({ contents }) => contents.map(textOf)).join("\n\n") };
    }
    case "definition":
      return { locations: locations(await ask("vscode.executeDefinitionProvider", document.uri, at)) };
    case "references":
      return { locations: locations(await ask("vscode.executeReferenceProvider", document.uri, at)) };
    case "rename":
      return await renamed(document.uri, at, newName ?? "");
    case "format": {
      const edits = await commands.executeCommand<TextEdit[] | undefined>(
        "vscode.executeFormatDocumentProvider",
        document.uri,
        formattingOptions(document.uri),
      );
      return { edits: edits === undefined ? [] : [fileEdits(document.uri, edits)] };
    }
  }
}

async function renamed(uri: Uri, at: Position, newName: string): Promise<LanguageAnswer> {
  const before = versions();
  let edit: WorkspaceEdit | undefined;
  try {
    edit = await commands.executeCommand("vscode.executeDocumentRenameProvider", uri, at, newName);
  } catch (refused) {
    return { refused: refused instanceof Error ? refused.message : String(refused) };
  }
  const entries = edit?.entries() ?? [];
  if (edit !== undefined && edit.size > entries.length) {
    return { refused: "this rename moves or creates files as well, which is not supported; edit the files instead" };
  }
  const now = versions();
  const moved = entries.find(([file]) => before.get(file.toString()) !== now.get(file.toString()));
  if (moved !== undefined) {
    return { refused: `${workspace.asRelativePath(moved[0])} was changed meanwhile; try again` };
  }
  return { edits: entries.map(([file, edits]) => fileEdits(file, edits)) };
}

/** The versions of the documents, which tell whether one was changed. */
function versions(): Map<string, number> {
  return new Map(workspace.textDocuments.map((document) => [document.uri.toString(), document.version]));
}

function fileEdits(uri: Uri, edits: readonly TextEdit[]): LanguageFileEdits {
  return {
    uri: uri.toString(),
    version: versions().get(uri.toString()) ?? null,
    edits: edits.map(({ range: { start, end }, newText }) => ({
      range: {
        start: { line: start.line, character: start.character },
        end: { line: end.line, character: end.character },
      },
      newText,
    })),
  };
}

/** How the user indents this file: in its editor, or else by the settings. */
function formattingOptions(uri: Uri): { tabSize: number; insertSpaces: boolean } {
  const shown = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const configured = workspace.getConfiguration("editor", uri);
  const tabSize = shown?.options.tabSize ?? configured.get("tabSize");
  const insertSpaces = shown?.options.insertSpaces ?? configured.get("insertSpaces");
  return { tabSize: typeof tabSize === "number" ? tabSize : 4, insertSpaces: insertSpaces !== false };
}

async function ask<T extends readonly unknown[] = readonly (Location | LocationLink)[]>(
  command: string,
  uri: Uri,
  position: Position,
): Promise<T> {
  return (await commands.executeCommand<T | undefined>(command, uri, position)) ?? ([] as unknown as T);
}

function locations(found: readonly (Location | LocationLink)[]): LanguageLocation[] {
  return found.slice(0, MOST_LOCATIONS).map((each) => {
    const [uri, range] =
      "targetUri" in each ? [each.targetUri, each.targetSelectionRange ?? each.targetRange] : [each.uri, each.range];
    return { uri: uri.toString(), position: { line: range.start.line, character: range.start.character } };
  });
}

function textOf(content: HoverContent): string {
  return typeof content === "string" ? content : content.value;
}
