/** What a chat does with the server and the commands of the window. */

import { applyRemedy } from "../commands/applyRemedy";
import type { CommandId } from "../commands/commandIds";
import { NO_FOLDER, rootScope } from "../commands/folderChoice";
import type { Services } from "../commands/services";
import type { Item } from "../commands/ui";
import { fieldsOf, listOf, textOf } from "../conversation/event";
import { runNumber, sessionOf } from "../conversation/run";
import { ServerError } from "../daemon/serverError";
import { oneLine, pluralize } from "../displayText";
import { t } from "../l10n";
import type { RunArgs, ListedProvider } from "../protocol/generated";
import { modelItems } from "../setup/listedModels";
import { chosenFields } from "./choices";
import { answerOf } from "./serverAnswer";
import { readMentions, type Mentions } from "./mentions";
import type { AgentChoice } from "./messages";
import type { ChatHost, NewTask } from "./panelHost";

const MAX_TITLE = 120;
const MAX_MENTIONS = 20;

type Actions = Pick<
  ChatHost,
  "begin" | "fork" | "forkBefore" | "mentions" | "pickModel" | "remedy" | "showRun" | "leave" | "newChat" | "openSession" | "remember"
>;

export function chatActions(services: () => Services, activeUri: () => string | undefined): Actions {
  const execute = async (command: CommandId, argument?: unknown) => {
    await services().ui.execute(command, argument);
  };
  return {
    begin: (task) => begin(services(), task),
    fork: (runId) => execute("architect.ui.forkSession", { runId }),
    forkBefore: (runId) => forkBefore(services(), runId),
    mentions: (text) => mentions(services(), text, activeUri()),
    pickModel: () => pickModel(services()),
    // Not as a command, which shows its own errors: the chat has room for them beside its buttons.
    remedy: (runId, remedy) => applyRemedy(services(), { runId, ...remedy }),
    showRun: (runId) => execute("architect.ui.openRun", { runId }),
    leave: async () => {
      await services().ui.execute("workbench.action.focusActiveEditorGroup");
    },
    newChat: () => execute("architect.ui.newChat"),
    openSession: () => execute("architect.ui.openSession"),
    remember: (prompt) => services().prompts.remember(prompt),
  };
}

/** The agents of the server; none if it does not say. */
export async function agentsOf({ daemon }: Pick<Services, "daemon">): Promise<readonly AgentChoice[]> {
  const answer = await answerOf(daemon, "architect.agents", {});
  const details = listOf(answer, "details").map(fieldsOf);
  const described = details.map((each) => ({
    name: textOf(each, "name"),
    description: textOf(each, "description"),
  }));
  const names = listOf(answer, "agents").map((name) => ({ name: String(name), description: "" }));
  return described.length > 0 ? described : names;
}

async function begin(services: Services, { prompt, attachments, choices, session }: NewTask): Promise<string> {
  if (session === undefined && services.ui.folders().length === 0) {
    throw new ServerError("not_configured", NO_FOLDER, false, { kind: "openFolder", setting: "" });
  }
  const scope = session === undefined ? await rootScope(services.ui) : {};
  if (scope === undefined) {
    throw new Error(t("A task needs a folder. Select one."));
  }
  const argument = {
    prompt,
    ...chosenFields(choices),
    ...(session === undefined ? { scope } : { session }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
  const started = await services.daemon.command("architect.run", argument as RunArgs);
  services.sent.note(started.runId, { command: "architect.run", argument: argument as RunArgs, title: prompt });
  services.runs.addStarted(started, oneLine(started.title ?? prompt, MAX_TITLE));
  services.sessions.refreshSoon();
  return started.runId;
}

const RESTORE = t("Restore Files");
const KEEP = t("Keep Files");
const RESEND = t("Edit and Resend");

async function forkBefore(services: Services, runId: string): Promise<string | null | undefined> {
  const sessionId = sessionOf(runId);
  const after = services.runs
    .all()
    .filter((run) => sessionOf(run.runId) === sessionId && runNumber(run.runId) >= runNumber(runId));
  const files = new Set(after.flatMap(({ filesChanged }) => filesChanged));
  const detail =
    t("The conversation goes on from this message in a session of its own; the one there is now stays in the list of sessions.");
  const changed = t("{detail} Since then {files} changed.", { detail, files: pluralize(files.size, "file") });
  const pressed = await (files.size === 0
    ? services.ui.confirm(t("Edit this message and send it again?"), detail, [RESEND])
    : services.ui.confirm(t("Edit this message and send it again?"), changed, [RESTORE, KEEP]));
  if (pressed === undefined) {
    return undefined;
  }
  for (const { runId: open, state } of after) {
    if (state !== "done" && state !== "lost") {
      await services.daemon.command("architect.cancel", { runId: open, reason: "its message was edited" });
    }
  }
  const restoreFiles = pressed === RESTORE;
  const forked = await answerOf(services.daemon, "architect.forkSession", { sessionId, runId, before: true, restoreFiles });
  const left = listOf(fieldsOf(forked["restored"]), "conflicts");
  if (left.length > 0) {
    services.ui.showMessage("warning", t("{files} changed since, and not restored.", { files: pluralize(left.length, "file") }));
  }
  services.hunks.refreshSoon();
  return textOf(forked, "sessionId") || null;
}

async function mentions(services: Services, text: string, uri: string | undefined): Promise<Mentions> {
  try {
    const about = uri === undefined ? {} : { uri };
    return readMentions(await answerOf(services.daemon, "architect.mentions", { text, limit: MAX_MENTIONS, ...about }));
  } catch (error) {
    // The list is a help, not what the user asked for: a server that is away says so elsewhere.
    if (error instanceof ServerError) {
      return { from: 0, mentions: [] };
    }
    throw error;
  }
}

/** One of the models that can be used now, or another one by way of the settings. */
async function pickModel(services: Services): Promise<string | undefined> {
  const { model, providers } = await services.daemon.command("architect.models", {});
  const usable = providers.filter(({ access }) => access !== "").flatMap((each) => itemsOf(each, model));
  const more = { label: t("Other Models and Providers..."), description: t("set one up for all chats"), value: "" };
  const picked = await services.ui.pick([...usable, more], t("Select the model of this chat"));
  if (picked === "") {
    await services.ui.execute("architect.ui.configureModel");
  }
  return picked === "" ? undefined : picked;
}

function itemsOf(listed: ListedProvider, first: string): readonly Item<string>[] {
  return modelItems(listed, first).map(({ label, description, model }) => ({
    label,
    description: [description, listed.provider].filter(Boolean).join(" · "),
    value: model,
  }));
}
