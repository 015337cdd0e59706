/** All that waits to be kept or undone: of everything, of a session, or of a file. */

import { byFile, bySession, sessionOf, summaryOfHunks } from "../hunks/sessionHunks";
import { hasDocument, type Hunk } from "../hunks/hunkStore";
import { otherText } from "../hunks/hunkSides";
import { oneLine, pluralize } from "../displayText";
import { t } from "../l10n";
import { titleOf } from "../runs/runText";
import { textField, urisIn } from "./commandArguments";
import { keep, keepSession, undo, undoSession } from "./hunkDecisions";
import type { Command, Services } from "./services";
import type { ChangedFile } from "./ui";

const NONE = t("No changes are pending.");
const ONLY_EDITED = t("Every pending change was edited since. Keep or undo each in its file.");
const MAX_NAMED = 8;

export const keepAll: Command = (services, argument) => keepThose(services, argument, () => true);

export const acceptAll: Command = (services, argument) => keepThose(services, argument, isProposal);

/** What that is about is said first: it cannot be seen from here. */
export const undoAll: Command = (services, argument) => undoThose(services, argument, () => true);

export const discardAll: Command = (services, argument) => undoThose(services, argument, isProposal);

type Filter = (hunk: Hunk) => boolean;

const isProposal: Filter = ({ kind }) => kind === "proposed";

async function keepThose(services: Services, argument: unknown, isMeant: Filter): Promise<void> {
  const all = await wanted(services, argument);
  const hunks = all.filter(isMeant);
  if (hunks.length > 0) {
    const sessionId = hunks.length === all.length ? wholeSession(argument) : undefined;
    await (sessionId === undefined ? keep(services, hunks) : keepSession(services, sessionId));
  }
}

/** The session that an argument names without a document in it. */
function wholeSession(argument: unknown): string | undefined {
  return urisIn(argument).length === 0 ? textField(argument, "sessionId") : undefined;
}

async function undoThose(services: Services, argument: unknown, isMeant: Filter): Promise<void> {
  const all = await wanted(services, argument);
  const hunks = all.filter(isMeant);
  if (hunks.length === 0) {
    return;
  }
  const button = hunks.every(isProposal) ? t("Discard") : t("Undo");
  const message = `${button} ${summaryOfHunks(hunks)}?`;
  if ((await services.ui.confirm(message, filesText(hunks), [button])) !== undefined) {
    const sessionId = hunks.length === all.length ? wholeSession(argument) : undefined;
    await (sessionId === undefined ? undo(services, hunks) : undoSession(services, sessionId));
  }
}

/** In one editor for all files, where the side of the files themselves can be changed. */
export const viewAllChanges: Command = async (services, argument) => {
  const hunks = await wanted(services, argument);
  if (hunks.length === 0) {
    return;
  }
  const files = await Promise.all([...byFile(hunks).values()].map((own) => changedFile(services, own)));
  const sessions = [...bySession(hunks).keys()];
  const [only] = sessions;
  const title = only !== undefined && sessions.length === 1 ? sessionTitleOf(services, only) : t("all sessions");
  await services.ui.showChanges(t("Changes: {title}", { title }), files.flat());
};

/** The title of a session: that of its first run that is known, else its id. */
export function sessionTitleOf({ runs }: Pick<Services, "runs">, sessionId: string): string {
  const own = runs.all().filter((run) => run.runId.startsWith(`${sessionId}.`) && run.title !== "");
  const first = own.at(-1);
  return first === undefined ? sessionId : titleOf(first);
}

async function wanted(services: Services, argument: unknown): Promise<readonly Hunk[]> {
  await services.hunks.refresh();
  const sessionId = textField(argument, "sessionId");
  const [uri] = urisIn(argument);
  const all = sessionId === undefined ? services.hunks.all() : await services.hunks.ofSession(sessionId);
  const found = all.filter((hunk) => uri === undefined || hunk.uri === services.hunks.normalizeUri(uri));
  if (found.length === 0) {
    const edited = uri === undefined ? services.hunks.edited() : services.hunks.lostIn(uri);
    const isEdited = edited.some((lost) => sessionId === undefined || sessionOf(lost) === sessionId);
    services.ui.showMessage("info", isEdited ? ONLY_EDITED : NONE);
  }
  return found;
}

async function changedFile({ ui }: Services, own: readonly Hunk[]): Promise<readonly ChangedFile[]> {
  const [first] = own;
  if (first === undefined) {
    return [];
  }
  const { uri, path } = first;
  const isProposed = first.kind === "proposed";
  if (!hasDocument(first)) {
    return [{ path, uri: undefined, other: isProposed ? first.after : first.before, isProposed }];
  }
  const text = await ui.textOf(uri);
  return text === undefined ? [] : [{ path, uri, other: otherText(own, text), isProposed }];
}

function filesText(hunks: readonly Hunk[]): string {
  const files = [...byFile(hunks).values()];
  const lines = files.slice(0, MAX_NAMED).map((own) => `${oneLine(own[0]?.path ?? "", 100)}: ${pluralize(own.length, "change")}`);
  const more = files.length - lines.length;
  return [...lines, ...(more > 0 ? [t("and {moreFiles}", { moreFiles: pluralize(more, "more file") })] : [])].join("\n");
}
