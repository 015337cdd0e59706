/** Everything in the window that is about runs: stores, commands, questions, hunks and views. */

import { Uri, commands, type Memento } from "vscode";

import { commandTable } from "./commands/commandTable";
import type { Desk, SetupCommands } from "./commands/desk";
import { PromptHistory } from "./commands/promptHistory";
import { tellFault } from "./commands/tellFault";
import { readNow } from "./commands/texts.editor";
import { editorUi } from "./commands/ui.editor";
import { TypingWatch, showQuestions } from "./confirm/confirm.editor";
import { PreviewDocuments } from "./confirm/previewDocuments.editor";
import { QuestionPages } from "./confirm/questionPages";
import { QuestionQueue } from "./confirm/questionQueue";
import type { Daemon } from "./daemon/daemon";
import { DaemonFault } from "./daemon/daemonFault";
import { together, type Disposable } from "./disposable";
import { HunkStore } from "./hunks/hunkStore";
import { showHunks } from "./hunks/hunks.editor";
import { CatchUp } from "./runs/catchUp";
import { RunStore } from "./runs/runStore";
import { timer } from "./timer";
import { findingStore } from "./views/findingStore";
import { sessionStore } from "./views/sessionStore";
import { showViews } from "./views/views.editor";

export interface WorkbenchParts {
  readonly daemon: Daemon;
  readonly setup: SetupCommands;
  /** Of the workspace. */
  readonly memory: Memento;
  readonly openRun: (runId: string) => void;
}

/** `desk` is for the panel and the status bar: the runs and the questions as they are. */
export interface Workbench extends Disposable {
  readonly desk: Desk;
}

/** Begins to listen to the server and registers everything. */
export function openWorkbench(parts: WorkbenchParts): Workbench {
  const { daemon } = parts;
  const previews = new PreviewDocuments();
  const typing = new TypingWatch();
  const runs = new RunStore();
  const questions = new QuestionQueue();
  const pages = new QuestionPages({
    queue: questions,
    runs,
    pages: previews,
    readNow,
    mayOpen: () => typing.isIdle(),
  });
  const desk: Desk = {
    daemon,
    runs,
    questions,
    hunks: new HunkStore(daemon, normalUri, timer),
    findings: findingStore(daemon, timer),
    sessions: sessionStore(daemon, timer),
    prompts: new PromptHistory(parts.memory),
    ui: editorUi(previews),
    openRun: parts.openRun,
    showQuestion: async (requestId) => {
      const question = questions.get(requestId);
      if (question !== undefined) {
        await pages.show(question);
      }
    },
  };
  const open = together(
    previews.register(),
    typing,
    followServer(desk, daemon),
    showQuestions(desk, daemon, pages),
    showHunks(desk.hunks, daemon),
    showViews(desk, timer),
    registerCommands(desk, parts.setup),
  );
  return { desk, dispose: () => { open.dispose(); } };
}

function registerCommands(desk: Desk, setup: SetupCommands): Disposable {
  const table = Object.entries(commandTable(desk, setup));
  return together(...table.map(([id, command]) => commands.registerCommand(id, command)));
}

/** What the server tells goes into the stores; after a start it is asked what is new. */
function followServer(desk: Desk, daemon: Daemon): Disposable {
  const catchUp = new CatchUp(daemon, desk.runs);
  const told = (error: unknown) => {
    // Of a server that is gone somebody else tells.
    if (!(error instanceof DaemonFault && error.code === "connection")) {
      tellFault(desk.ui, error);
    }
  };
  return together(
    daemon.onEvent((event) => {
      desk.runs.take(event);
    }),
    desk.runs.onGap((run) => {
      catchUp.events(run.runId).catch(told);
    }),
    daemon.onStarted(() => {
      catchUp.afterStart().catch(told);
      desk.hunks.refreshSoon();
      desk.findings.refreshSoon();
      desk.sessions.refreshSoon();
    }),
    daemon.onState((state) => {
      if (state !== "running" && state !== "starting") {
        desk.runs.lose();
        desk.hunks.clear();
        desk.findings.clear();
      }
    }),
  );
}

/** The server spells the URIs of files that are not open in its own way. */
function normalUri(uri: string): string {
  return Uri.parse(uri).toString();
}
