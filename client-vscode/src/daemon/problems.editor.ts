/** `architect/problems`: what the language servers of this window report. */

import { Uri, commands, languages, type TextDocument } from "vscode";

import type { ProblemsAnswer, ProblemsParams } from "../protocol/generated";
import { findOpen, isHidden, opened } from "./hiddenDocuments.editor";

const SEVERITIES = ["error", "warning", "info", "hint"] as const;
const MOST_PROBLEMS = 1_000;
/** Language servers report in several parts: a report is whole when no other follows in this time. */
const SETTLED_MS = 300;
const LOOK_MS = 50;
/** Languages that VS Code knows something of, but finds no fault with. */
const PROSE: ReadonlySet<string> = new Set(["markdown", "plaintext"]);

/** How many reports there were so far, and which was the last one about each file. */
let reports = 0;
const lastReports = new Map<string, number>();
/** How many there were when a document was opened to be looked at. */
const openedAt = new Map<string, number>();
/** Languages by whether something knows what files are made of. */
const knownLanguages = new Set<string>();
/** Endings of file names: of some, something was reported; of others, nothing although somebody waited for it. */
const heard = new Set<string>();
const silent = new Set<string>();

languages.onDidChangeDiagnostics(({ uris }) => {
  reports += 1;
  for (const uri of uris) {
    const name = uri.toString();
    lastReports.set(name, reports);
    heard.add(kindOf(name));
  }
});

/** Of files below the root, or of those asked for, but not what this server does, which it knows. */
export async function problems({ root, uris, since, waitMs = 0 }: ProblemsParams): Promise<ProblemsAnswer> {
  if (uris === undefined) {
    const folder = `${Uri.parse(root).toString()}/`;
    return { problems: found((uri) => uri.startsWith(folder)), mark: reports };
  }
  const endsAt = Date.now() + waitMs;
  const documents = await lookedAt(uris);
  const named = documents.map(({ uri }) => uri.toString());
  // What is open was looked at before, so without `since` there is nothing to wait for.
  const isNew = (uri: string) => isHidden(uri) && (lastReports.get(uri) ?? 0) <= (openedAt.get(uri) ?? 0);
  const awaited = documents.filter(({ uri }) => since !== undefined || isNew(uri.toString()));
  await reported(awaited, since ?? 0, endsAt);
  return { problems: found((uri) => named.includes(uri)), mark: reports, unknown: named.filter(isNew) };
}

/** The documents of these files, as far as there are any. */
async function lookedAt(uris: readonly string[]): Promise<readonly TextDocument[]> {
  const found = uris.map(async (text) => {
    const uri = Uri.parse(text);
    if (findOpen(uri.toString()) === undefined) {
      openedAt.set(uri.toString(), reports);
    }
    return await opened(uri);
  });
  return (await Promise.all(found)).filter((document) => document !== undefined);
}

function found(isWanted: (uri: string) => boolean): ProblemsAnswer["problems"] {
  return languages
    .getDiagnostics()
    .map(([uri, diagnostics]) => ({ uri: uri.toString(), diagnostics }))
    .filter(({ uri }) => isWanted(uri))
    .flatMap(({ uri, diagnostics }) =>
      diagnostics
        .filter(({ source }) => source !== "architect")
        .map(({ range, severity, message, source = "" }) => ({
          uri,
          line: range.start.line + 1,
          severity: SEVERITIES[severity],
          message,
          source,
        })),
    )
    .slice(0, MOST_PROBLEMS);
}

/** Once something was reported of each document behind `since` and nothing follows it; then at the latest. */
async function reported(documents: readonly TextDocument[], since: number, endsAt: number): Promise<void> {
  const watched = await watchedAmong(documents, endsAt);
  if (watched.length === 0) {
    return;
  }
  const isMissing = (uri: string) => (lastReports.get(uri) ?? 0) <= Math.max(since, openedAt.get(uri) ?? 0);
  const missing = () => watched.filter(isMissing);
  const newest = () => Math.max(0, ...watched.map((uri) => lastReports.get(uri) ?? 0));
  let seen = newest();
  let seenAt = Date.now();
  while (Date.now() < endsAt && (missing().length > 0 || Date.now() - seenAt < SETTLED_MS)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (newest() !== seen) {
      seen = newest();
      seenAt = Date.now();
    }
  }
  for (const uri of missing()) {
    silent.add(kindOf(uri));
  }
}

/** Those on which a report is to be expected. Some report only when something has changed, or long after their start. */
async function watchedAmong(documents: readonly TextDocument[], endsAt: number): Promise<readonly string[]> {
  const wanted = documents.filter(({ uri }) => {
    const kind = kindOf(uri.toString());
    return heard.has(kind) || !silent.has(kind);
  });
  const others = documents.filter((document) => !wanted.includes(document) && !isHidden(document.uri.toString()));
  const known = await Promise.all(others.map((document) => within(hasLanguageServer(document), endsAt)));
  return [...wanted, ...others.filter((_, index) => known[index])].map(({ uri }) => uri.toString());
}

/** Whether something can tell what a document is made of: it will also tell what is wrong with it. */
async function hasLanguageServer({ uri, languageId }: TextDocument): Promise<boolean> {
  if (PROSE.has(languageId)) {
    return false;
  }
  if (!knownLanguages.has(languageId)) {
    const symbols = await commands.executeCommand("vscode.executeDocumentSymbolProvider", uri);
    if (symbols !== undefined) {
      knownLanguages.add(languageId);
    }
  }
  return knownLanguages.has(languageId);
}

/** False if it takes longer than that, or fails. */
async function within(answer: Promise<boolean>, endsAt: number): Promise<boolean> {
  const over = new Promise<boolean>((resolve) => setTimeout(resolve, Math.max(0, endsAt - Date.now()), false));
  return await Promise.race([answer.catch(() => false), over]);
}

/** What is reported of files of one kind is reported of others: the ending, and whether they are shown. */
function kindOf(uri: string): string {
  const ending = /\.[^./]*$/.exec(uri)?.[0] ?? "";
  return isHidden(uri) ? `hidden ${ending}` : ending;
}
