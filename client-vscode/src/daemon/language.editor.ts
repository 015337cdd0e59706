/** `architect/language`: what the language servers of this window know of symbols. */

import {
  Position,
  Uri,
  commands,
  workspace,
  type Location,
  type LocationLink,
} from "vscode";

import type { LanguageAnswer, LanguageLocation, LanguageParams } from "../protocol/generated";

/** As much of a hover of VS Code as is told. */
interface Hover {
  readonly contents: readonly HoverContent[];
}
type HoverContent = string | { readonly value: string };

const MOST_LOCATIONS = 1_000;

export async function language({ feature, uri, position }: LanguageParams): Promise<LanguageAnswer> {
  // What is not open has no language server yet.
  const document = await workspace.openTextDocument(Uri.parse(uri));
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
  }
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
