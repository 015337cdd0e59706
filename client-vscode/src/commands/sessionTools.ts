/** Sessions: open, search, rename, delete, export, and go on from a run in a session of its own. */

import { listOf, textOf, type Fields } from "../conversation/event";
import { sessionOf } from "../conversation/run";
import { oneLine } from "../displayText";
import { t } from "../l10n";
import { answerOf } from "../panel/serverAnswer";
import type { SessionInfo } from "../protocol/generated";
import { sessionDescription, sessionTitle } from "../views/sessionText";
import { textField } from "./commandArguments";
import type { Command, Services } from "./services";
import type { Item } from "./ui";

const MAX_FOUND = 50;

export const openSession: Command = async (services, argument) => {
  const session = await chosenSession(services, argument, t("Select a session to open"));
  if (session !== undefined) {
    services.openRun(lastRunOf(session));
  }
};

/** By words of its title or its conversation. */
export const searchSessions: Command = async (services) => {
  const query = await services.ui.input(t("Search Sessions"), t("Words of a title or of a conversation"));
  if (query === undefined || query.trim() === "") {
    return;
  }
  const answer = await answerOf(services.daemon, "architect.sessions", { query, limit: MAX_FOUND });
  const found = listOf(answer, "sessions") as readonly SessionInfo[];
  if (found.length === 0) {
    services.ui.showMessage("info", t("No session has “{query}” in it.", { query: oneLine(query, 60) }));
    return;
  }
  const session = await services.ui.pick(found.map(itemOf), t("Sessions with “{query}”", { query: oneLine(query, 60) }));
  if (session !== undefined) {
    services.openRun(lastRunOf(session));
  }
};

export const renameSession: Command = async (services, argument) => {
  const session = await chosenSession(services, argument, t("Select a session to rename"));
  if (session === undefined) {
    return;
  }
  const title = await services.ui.input(t("Rename Session"), t("Empty goes back to its own title"), sessionTitle(session));
  if (title !== undefined) {
    await answerOf(services.daemon, "architect.renameSession", { sessionId: session.sessionId, title: title.trim() });
    services.sessions.refreshSoon();
  }
};

const DELETE = t("Delete");

export const deleteSession: Command = async (services, argument) => {
  const session = await chosenSession(services, argument, t("Select a session to delete"));
  if (session === undefined) {
    return;
  }
  const { sessionId } = session;
  const detail = t("Its conversation is deleted, and with it what undo and restore need. Files stay as they are.");
  const pressed = await services.ui.confirm(t("Delete “{title}”?", { title: sessionTitle(session) }), detail, [DELETE]);
  if (pressed !== DELETE) {
    return;
  }
  await answerOf(services.daemon, "architect.deleteSession", { sessionId });
  session.runs.forEach((runId) => {
    services.runs.remove(runId);
  });
  if (services.chat.sessionId === sessionId) {
    services.chat.startNew();
  }
  services.sessions.refreshSoon();
  services.hunks.refreshSoon();
};

const FORMATS: readonly Item<string>[] = [
  { label: "Markdown", description: t("to read"), value: "markdown" },
  { label: "JSON", description: t("every event"), value: "json" },
];

export const exportSession: Command = async (services, argument) => {
  const session = await chosenSession(services, argument, t("Select a session to export"));
  const format = session && (await services.ui.pick(FORMATS, t("Export as")));
  if (session === undefined || format === undefined) {
    return;
  }
  const { sessionId } = session;
  const exported = await answerOf(services.daemon, "architect.exportSession", { sessionId, format });
  await services.ui.saveText(textOf(exported, "name"), textOf(exported, "text"));
};

/** With all that was said up to a run, or in the whole session. */
export const forkSession: Command = async (services, argument) => {
  const runId = textField(argument, "runId");
  const session = runId === undefined ? await chosenSession(services, argument, t("Select a session to fork")) : undefined;
  const sessionId = runId === undefined ? session?.sessionId : sessionOf(runId);
  if (sessionId === undefined) {
    return;
  }
  const upTo = runId === undefined ? {} : { runId };
  const forked = textOf(await answerOf(services.daemon, "architect.forkSession", { sessionId, ...upTo }), "sessionId");
  services.sessions.refreshSoon();
  if (forked !== "") {
    services.openRun(await lastRun(services, forked));
    services.chat.notify("info", t("This is a copy of the session. The original is still in Sessions."), []);
  }
};

async function lastRun({ daemon }: Services, sessionId: string): Promise<string> {
  const answer = await answerOf(daemon, "architect.runs", { runId: sessionId }).catch((): Fields => ({}));
  const runs = listOf(answer, "runs") as readonly { readonly runId: string }[];
  return runs.at(-1)?.runId ?? `${sessionId}.1`;
}

function lastRunOf({ runs, sessionId }: SessionInfo): string {
  return runs.at(-1) ?? `${sessionId}.1`;
}

function itemOf(session: SessionInfo): Item<SessionInfo> {
  return { label: sessionTitle(session), description: sessionDescription(session), value: session };
}

/** The session that is named, or one that is chosen of all. */
async function chosenSession(services: Services, argument: unknown, title: string): Promise<SessionInfo | undefined> {
  await services.sessions.refresh();
  const all = services.sessions.all();
  const runId = textField(argument, "runId");
  const named = textField(argument, "sessionId") ?? (runId === undefined ? undefined : sessionOf(runId));
  if (named !== undefined) {
    const found = all.find(({ sessionId }) => sessionId === named);
    if (found === undefined) {
      services.ui.showMessage("info", t("No session {named} in the open folders.", { named: oneLine(named, 60) }));
    }
    return found;
  }
  if (all.length === 0) {
    services.ui.showMessage("info", t("No sessions in the open folders yet. Write to the chat to begin one."));
    return undefined;
  }
  return services.ui.pick(all.map(itemOf), title);
}
