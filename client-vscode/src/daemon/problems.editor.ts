/** `architect/problems`: what the language servers of this window report. */

import { Uri, languages } from "vscode";

import type { ProblemsAnswer, ProblemsParams } from "../protocol/generated";

const SEVERITIES = ["error", "warning", "info", "hint"] as const;
const MOST_PROBLEMS = 1_000;
/** Language servers report in several parts: a report is whole when no other follows in this time. */
const SETTLED_MS = 300;

/** How many reports there were so far, and which was the last one about each file. */
let reports = 0;
const lastReports = new Map<string, number>();
/** Endings of file names of which nothing was reported although somebody waited for it. */
const silent = new Set<string>();

languages.onDidChangeDiagnostics(({ uris }) => {
  reports += 1;
  for (const uri of uris) {
    lastReports.set(uri.toString(), reports);
    silent.delete(endingOf(uri.toString()));
  }
});

/** Of files below the root, or of those asked for, but not what this server does, which it knows. */
export async function problems({ root, uris, since, waitMs = 0 }: ProblemsParams): Promise<ProblemsAnswer> {
  const wanted = uris?.map((uri) => Uri.parse(uri).toString());
  if (wanted !== undefined && since !== undefined) {
    await reported(wanted, since, waitMs);
  }
  const folder = `${Uri.parse(root).toString()}/`;
  const found = languages
    .getDiagnostics()
    .map(([uri, diagnostics]) => ({ uri: uri.toString(), diagnostics }))
    .filter(({ uri }) => uri.startsWith(folder) && (wanted?.includes(uri) ?? true))
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
    );
  return { problems: found.slice(0, MOST_PROBLEMS), mark: reports };
}

/** Once something was reported of the files behind `since` and nothing follows it; in `waitMs` at the latest. */
async function reported(uris: readonly string[], since: number, waitMs: number): Promise<void> {
  const heard = uris.filter((uri) => !silent.has(endingOf(uri)));
  if (heard.length === 0) {
    return;
  }
  const newest = (): number => Math.max(...heard.map((uri) => lastReports.get(uri) ?? 0));
  const endsAt = Date.now() + waitMs;
  let seen = 0;
  let seenAt = Number.POSITIVE_INFINITY;
  while (Date.now() < endsAt && Date.now() - seenAt < SETTLED_MS) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = newest();
    if (now > since && now !== seen) {
      seen = now;
      seenAt = Date.now();
    }
  }
  if (seen === 0) {
    heard.map(endingOf).forEach((ending) => silent.add(ending));
  }
}

function endingOf(uri: string): string {
  return /\.[^./]*$/.exec(uri)?.[0] ?? "";
}
