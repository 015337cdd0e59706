/** All commands of this extension by id. */

import * as aboutRuns from "./aboutRuns";
import { answer } from "./answering";
import type { CommandId } from "./commandIds";
import type { Command, Desk, SetupCommandId, SetupCommands } from "./desk";
import * as findings from "./findings";
import * as hunks from "./hunks";
import * as reviewing from "./reviewing";
import * as running from "./running";
import * as selectionTasks from "./selectionTasks";
import * as sessions from "./sessions";
import { tellFault } from "./tellFault";

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

export function commandTable(desk: Desk, setup: SetupCommands): Readonly<Record<CommandId, Registered>> {
  const ours = Object.entries(COMMANDS).map(([id, command]) => [
    id,
    fenced(desk, (argument, more) => command(desk, argument, more)),
  ]);
  const theirs = Object.entries(setup).map(([id, command]) => [id, fenced(desk, command)]);
  return Object.fromEntries([...ours, ...theirs]) as Record<CommandId, Registered>;
}

function fenced(desk: Desk, act: Registered): Registered {
  return async (argument, more) => {
    try {
      await act(argument, more);
    } catch (error) {
      tellFault(desk.ui, error);
    }
  };
}
