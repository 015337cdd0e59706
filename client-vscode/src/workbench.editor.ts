/** Everything in the window that is about runs: stores, commands, questions, hunks and views. */

import { Uri, commands, workspace, type Memento } from "vscode";

import { TerminalOutput } from "./attach/terminalOutput.editor";
import { commandTable } from "./commands/commandTable";
import { LastChecks } from "./commands/lastChecks";
import type { ChatSurface, Services, SetupCommands } from "./commands/services";
import { PromptHistory } from "./commands/promptHistory";
import { SentRequests } from "./commands/sentRequests";
import { showError } from "./commands/showError";
import { offerUnsent } from "./commands/startRun";
import { readNow } from "./commands/texts.editor";
import { editorUi } from "./commands/ui.editor";
import { TypingMonitor, showQuestions, type PanelVisibility } from "./confirm/confirm.editor";
import { PreviewDocuments } from "./confirm/previewDocuments.editor";
import { QuestionPreviews } from "./confirm/questionPreviews";
import { QuestionQueue } from "./confirm/questionQueue";
import type { Daemon } from "./daemon/daemon";
import { ServerError } from "./daemon/serverError";
import { combinedDisposable, type Disposable } from "./disposable";
import { HunkStore } from "./hunks/hunkStore";
import { CommentInlineEditor } from "./inlineEdit/inlineEdit.editor";
import { offerInEditorChat } from "./editorChat/editorChat.editor";
import { showHunks } from "./hunks/hunks.editor";
import { CatchUp } from "./runs/catchUp";
import { RunStore } from "./runs/runStore";
import { CutOffRuns } from "./status/cutOffRuns";
import { timer } from "./timer";
import { findingStore } from "./views/findingStore";
import { mcpStore } from "./views/mcpTree";
import { sessionStore } from "./views/sessionStore";
import { showViews } from "./views/views.editor";
import { OwnWorkflows } from "./workflows/ownWorkflows";
import { WorkflowStore } from "./workflows/workflowStore";

export interface WorkbenchParts {
  readonly daemon: Daemon;
  readonly setup: SetupCommands;
  /** Of the workspace. */
  readonly memento: Memento;
  readonly openRun: (runId: string) => void;
  readonly readOn: (runId: string) => void;
  readonly panels: PanelVisibility;
  readonly chat: ChatSurface;
}

/** `services` is for the panel and the status bar: the runs and the questions. */
export interface Workbench extends Disposable {
  readonly services: Services;
}

/** Begins to listen to the server and registers everything. */
export function openWorkbench(parts: WorkbenchParts): Workbench {
  const { daemon, chat, openRun, readOn } = parts;
  const previews = new PreviewDocuments();
  const typing = new TypingMonitor();
  const runs = new RunStore();
  const questions = new QuestionQueue();
  const pages = new QuestionPreviews({
    queue: questions,
    runs,
    editors: previews,
    readNow,
    mayOpen: () => typing.isIdle(),
  });
  const inlineEditor = new CommentInlineEditor(() => services);
  const terminals = new TerminalOutput();
  const services: Services = {
    daemon,
    runs,
    questions,
    ...storesOf(parts),
    ui: editorUi(previews),
    inlineEditor,
    lastTerminalOutput: () => terminals.last(),
    ...{ chat, openRun, readOn },
    showQuestion: (requestId) => pages.showNamed(requestId),
  };
  const open = combinedDisposable(
    previews.register(),
    typing,
    inlineEditor,
    terminals,
    followServer(services, parts),
    showQuestions(services, daemon, pages, parts.panels),
    showHunks(services.hunks, daemon),
    showViews(services, timer),
    offerInEditorChat(services),
    registerCommands(services, parts.setup),
  );
  return { services, dispose: () => { open.dispose(); } };
}

type Store = "hunks" | "findings" | "sessions" | "mcp" | "workflows" | "ownWorkflows" | "prompts" | "checks" | "sent";

function storesOf({ daemon, memento }: WorkbenchParts): Pick<Services, Store> {
  return {
    hunks: new HunkStore(daemon, normalizeUri, timer),
    findings: findingStore(daemon, timer),
    sessions: sessionStore(daemon, timer),
    mcp: mcpStore(daemon, timer),
    workflows: new WorkflowStore(daemon, timer),
    ownWorkflows: new OwnWorkflows(),
    prompts: new PromptHistory(memento),
    checks: new LastChecks(memento),
    sent: new SentRequests(),
  };
}

function registerCommands(services: Services, setup: SetupCommands): Disposable {
  const table = Object.entries(commandTable(services, setup));
  return combinedDisposable(...table.map(([id, command]) => commands.registerCommand(id, command)));
}

/** Pass events of the server to the stores; after a start, read what was missed. */
function followServer(services: Services, { daemon, memento }: WorkbenchParts): Disposable {
  const cutOff = new CutOffRuns(memento, services.runs);
  const catchUp = new CatchUp(daemon, services.runs);
  const showUnlessDisconnected = (error: unknown) => {
    // A lost connection is reported by the supervisor.
    if (!(error instanceof ServerError && error.code === "connection")) {
      showError(services.ui, error);
    }
  };
  return combinedDisposable(
    cutOff.watch(),
    daemon.onEvent((event) => {
      services.runs.apply(event);
    }),
    services.runs.onGap((run) => {
      catchUp.events(run.runId).catch(showUnlessDisconnected);
    }),
    services.runs.onChange(({ run }) => {
      // One that could not even be started has told nothing but that; whoever ordered it is told why.
      if (run.title === "" && run.state === "done") {
        services.runs.remove(run.runId);
      }
    }),
    daemon.onStarted((again) => {
      catchUp.afterStart().catch(showUnlessDisconnected);
      if (!again) {
        // What cannot be read now is in the view of sessions, which says why.
        catchUp.earlier().then(() => { cutOff.tell(services.ui, services.chat.sessionId); }).catch(() => undefined);
      }
      services.hunks.refreshSoon();
      services.findings.refreshSoon();
      services.sessions.refreshSoon();
      services.mcp.refreshSoon();
    }),
    daemon.onStarted(() => { offerUnsent(services); }),
    followWorkflows(services, daemon),
    daemon.onState((state) => {
      if (state !== "running" && state !== "starting") {
        services.runs.markLost();
        services.hunks.clear();
        services.findings.clear();
        services.mcp.clear();
      }
    }),
  );
}

function followWorkflows({ workflows }: Services, daemon: Daemon): Disposable {
  const refreshSoon = () => {
    workflows.refreshSoon();
  };
  return combinedDisposable(
    daemon.onWorkflowChanged((changed) => {
      workflows.apply(changed);
    }),
    daemon.onStarted(refreshSoon),
    workspace.onDidChangeWorkspaceFolders(refreshSoon),
    daemon.onState((state) => {
      if (state !== "running" && state !== "starting") {
        workflows.markInterrupted();
      }
    }),
  );
}

/** The server spells the URIs of files that are not open in its own way. */
function normalizeUri(uri: string): string {
  return Uri.parse(uri).toString();
}
