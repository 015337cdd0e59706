/** Going on with what was done earlier. */

import type { ResumeArgs, SessionInfo } from "../protocol/generated";
import { oneLine } from "../shownText";
import { sessionDescription, sessionTitle } from "../views/sessionWords";
import { textField } from "./commandArguments";
import type { Command, Desk } from "./desk";
import { start } from "./started";

/** Where it was interrupted; one that came to its end needs a new task. */
export const resume: Command = async (desk, argument) => {
  const session = await sessionFor(desk, argument, "Select a session to resume");
  if (session === undefined) {
    return;
  }
  if (session.status === "interrupted") {
    await goOn(desk, session, undefined);
  } else {
    await withNewTask(desk, session);
  }
};

export const continueSession: Command = async (desk, argument) => {
  const session = await sessionFor(desk, argument, "Select a session to continue");
  if (session !== undefined) {
    await withNewTask(desk, session);
  }
};

async function withNewTask(desk: Desk, session: SessionInfo): Promise<void> {
  const title = `New task for: ${sessionTitle(session)}`;
  const prompt = await desk.ui.prompt(title, desk.prompts.all());
  if (prompt !== undefined) {
    await desk.prompts.remember(prompt);
    await goOn(desk, session, prompt);
  }
}

async function goOn(desk: Desk, session: SessionInfo, prompt: string | undefined): Promise<void> {
  const { sessionId } = session;
  const argument: ResumeArgs = prompt === undefined ? { sessionId } : { sessionId, prompt };
  const title = prompt ?? session.task;
  await start(desk, { command: "architect.resume", argument, title, isOpened: true });
  desk.sessions.refreshSoon();
}

/** The session that is named, that of the named run, or one that is chosen. */
async function sessionFor(
  desk: Desk,
  argument: unknown,
  title: string,
): Promise<SessionInfo | undefined> {
  await desk.sessions.refresh();
  const all = desk.sessions.all();
  const named = textField(argument, "sessionId") ?? sessionOfRun(desk, argument);
  if (named !== undefined) {
    const found = all.find((session) => session.sessionId === named);
    if (found === undefined) {
      desk.ui.tell("info", `No session ${oneLine(named, 60)} in the open folders.`);
    }
    return found;
  }
  const fitting = all.filter((session) => session.status !== "running");
  if (fitting.length === 0) {
    desk.ui.tell("info", "No sessions in the open folders yet. Run a task first.");
    return undefined;
  }
  const items = fitting.map((session) => ({
    label: sessionTitle(session),
    description: sessionDescription(session),
    value: session,
  }));
  return desk.ui.pick(items, title);
}

function sessionOfRun(desk: Desk, argument: unknown): string | undefined {
  const runId = textField(argument, "runId");
  return runId === undefined ? undefined : desk.runs.get(runId)?.sessionId;
}
