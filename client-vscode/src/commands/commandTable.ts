/** All commands of this extension by id. */

import * as aboutRuns from "./runCommands";
import { answer } from "./answer";
import type { CommandId } from "./commandIds";
import type { Command, Services, SetupCommandId, SetupCommands } from "./services";
import * as findings from "./findings";
import * as hunks from "./hunks";
import * as reviewing from "./reviews";
import * as running from "./runTask";
import * as selectionTasks from "./selectionTasks";
import * as sessions from "./sessions";
import { showError } from "./showError";

const COMMANDS: Readonly<Record<Exclude<CommandId, SetupCommandId>, Command>> = {
  "architect.ui.run": running.run,
  "architect.ui.runOnSelection": running.runOnSelection,
  "architect.ui.reviewSelection": reviewing.reviewSelection,
  "architect.ui.reviewFile": reviewing.reviewFile,
  "architect.ui.reviewChanges": reviewing.reviewChanges,
  "architect.ui.reviewWorkspace": reviewing.reviewWorkspace,
  "architect.ui.fix": findings.fix,
  "architect.ui.explain": selectionTasks.explain,
  "architect.ui.tests": selectionTasks.tests,
  "architect.ui.undoRun": aboutRuns.undoRun,
  "architect.ui.showDiff": aboutRuns.showDiff,
  "architect.ui.cancel": aboutRuns.cancel,
  "architect.ui.resume": sessions.resume,
  "architect.ui.continueSession": sessions.continueSession,
  "architect.ui.openRun": aboutRuns.openRun,
  "architect.ui.answer": answer,
  "architect.ui.keepHunk": hunks.keepHunk,
  "architect.ui.undoHunk": hunks.undoHunk,
  "architect.ui.undoHunkWithNote": hunks.undoHunkWithNote,
  "architect.ui.keepFile": hunks.keepFile,
  "architect.ui.undoFile": hunks.undoFile,
  "architect.ui.keepRun": hunks.keepRun,
  "architect.ui.nextHunk": hunks.nextHunk,
  "architect.ui.previousHunk": hunks.previousHunk,
  "architect.ui.dismissFinding": findings.dismissFinding,
};

/** A command as it is registered; it tells what went wrong and never rejects. */
export type Registered = (argument?: unknown, more?: unknown) => Promise<void>;

export function commandTable(services: Services, setup: SetupCommands): Readonly<Record<CommandId, Registered>> {
  const ours = Object.entries(COMMANDS).map(([id, command]) => [
    id,
    fenced(services, (argument, more) => command(services, argument, more)),
  ]);
  const theirs = Object.entries(setup).map(([id, command]) => [id, fenced(services, command)]);
  return Object.fromEntries([...ours, ...theirs]) as Record<CommandId, Registered>;
}

function fenced(services: Services, act: Registered): Registered {
  return async (argument, more) => {
    try {
      await act(argument, more);
    } catch (error) {
      showError(services.ui, error);
    }
  };
}
