/** Resuming and continuing earlier sessions. */

import { t } from "../l10n";
import type { ResumeArgs, SessionInfo } from "../protocol/generated";
import { oneLine } from "../displayText";
import { chosen } from "../reasoningEfforts";
import { sessionDescription, sessionTitle } from "../views/sessionText";
import { textField } from "./commandArguments";
import type { Command, Services } from "./services";
import { start } from "./startRun";
import type { TypedTask } from "./ui";

const STOPPED: ReadonlySet<SessionInfo["status"]> = new Set(["cancelled", "interrupted"]);

/** Where it was stopped; one that came to its end needs a new task. */
export const resume: Command = async (services, argument) => {
  const filter = { statuses: STOPPED, none: t("No cancelled or interrupted sessions in the open folders.") };
  const session = await sessionFor(services, argument, t("Select a session to resume"), filter);
  if (session === undefined) {
    return;
  }
  if (STOPPED.has(session.status)) {
    await resumeSession(services, session, undefined);
  } else {
    await withNewTask(services, session);
  }
};

export const continueSession: Command = async (services, argument) => {
  const session = await sessionFor(services, argument, t("Select a session to continue"));
  if (session !== undefined) {
    await withNewTask(services, session);
  }
};

async function withNewTask(services: Services, session: SessionInfo): Promise<void> {
  const title = t("New task for: {title}", { title: sessionTitle(session) });
  const typed = await services.ui.prompt(title, services.prompts.all());
  if (typed !== undefined) {
    await services.prompts.remember(typed.prompt);
    await resumeSession(services, session, typed);
  }
}

async function resumeSession(services: Services, session: SessionInfo, typed: TypedTask | undefined): Promise<void> {
  const { sessionId } = session;
  const task = typed === undefined ? {} : { prompt: typed.prompt, ...chosen(typed) };
  const argument: ResumeArgs = { sessionId, ...task };
  const title = typed?.prompt ?? session.task;
  await start(services, { command: "architect.resume", argument, title, isOpened: true });
  services.sessions.refreshSoon();
}

interface SessionFilter {
  readonly statuses?: ReadonlySet<SessionInfo["status"]>;
  /** Shown if there is no such session. */
  readonly none?: string;
}

/** The session that is named, that of the named run, or one that is chosen. */
export async function sessionFor(
  services: Services,
  argument: unknown,
  title: string,
  filter: SessionFilter = {},
): Promise<SessionInfo | undefined> {
  await services.sessions.refresh();
  const all = services.sessions.all();
  const named = textField(argument, "sessionId") ?? sessionOfRun(services, argument);
  if (named !== undefined) {
    const found = all.find((session) => session.sessionId === named);
    if (found === undefined) {
      services.ui.showMessage("info", t("No session {named} in the open folders.", { named: oneLine(named, 60) }));
    }
    return found;
  }
  const { statuses, none = t("No sessions in the open folders yet. Run a task first.") } = filter;
  const fitting = all.filter((session) =>
    statuses === undefined ? session.status !== "running" : statuses.has(session.status),
  );
  if (fitting.length === 0) {
    services.ui.showMessage("info", none);
    return undefined;
  }
  const items = fitting.map((session) => ({
    label: sessionTitle(session),
    description: sessionDescription(session),
    value: session,
  }));
  return services.ui.pick(items, title);
}

function sessionOfRun(services: Services, argument: unknown): string | undefined {
  const runId = textField(argument, "runId");
  return runId === undefined ? undefined : services.runs.get(runId)?.sessionId;
}
