/** All commands of this extension by id. */

import * as runCommands from "./runCommands";
import * as allChanges from "./allChanges";
import { answer } from "./answer";
import { answerApproval } from "./approvals";
import { applyRemedy } from "./applyRemedy";
import * as attach from "./attach";
import { commitMessage } from "./commitMessage";
import { fixTest } from "./fixTest";
import * as chat from "./chat";
import type { CommandId } from "./commandIds";
import type { Command, Services, SetupCommandId, SetupCommands } from "./services";
import * as context from "./context";
import * as findings from "./findings";
import * as hunks from "./hunks";
import * as inlineEdit from "./inlineEdit";
import * as mcp from "./mcp";
import { runPipeline } from "./pipelines";
import { planFirst } from "./planFirst";
import { restoreCheckpoint } from "./restoreCheckpoint";
import * as reviews from "./reviews";
import * as runTask from "./runTask";
import * as selectionTasks from "./selectionTasks";
import * as sessionTools from "./sessionTools";
import * as sessions from "./sessions";
import { tellError } from "./showError";
import * as shownDiff from "./shownDiff";
import * as startWorkflow from "./startWorkflow";
import { undoRun } from "./undoRun";
import * as workflows from "./workflows";

const COMMANDS: Readonly<Record<Exclude<CommandId, SetupCommandId>, Command>> = {
  "architect.ui.applyRemedy": applyRemedy,
  "architect.ui.openChat": chat.openChat,
  "architect.ui.newChat": chat.newChat,
  "architect.ui.openChatInEditor": chat.openChatInEditor,
  "architect.ui.findInChat": chat.findInChat,
  "architect.ui.attach": chat.attach,
  "architect.ui.openSession": sessionTools.openSession,
  "architect.ui.searchSessions": sessionTools.searchSessions,
  "architect.ui.renameSession": sessionTools.renameSession,
  "architect.ui.deleteSession": sessionTools.deleteSession,
  "architect.ui.exportSession": sessionTools.exportSession,
  "architect.ui.forkSession": sessionTools.forkSession,
  "architect.ui.run": runTask.run,
  "architect.ui.runOnSelection": runTask.runOnSelection,
  "architect.ui.reviewSelection": reviews.reviewSelection,
  "architect.ui.reviewFile": reviews.reviewFile,
  "architect.ui.reviewChanges": reviews.reviewChanges,
  "architect.ui.reviewWorkspace": reviews.reviewWorkspace,
  "architect.ui.fix": findings.fix,
  "architect.ui.explain": selectionTasks.explain,
  "architect.ui.tests": selectionTasks.tests,
  "architect.ui.document": selectionTasks.document,
  "architect.ui.undoRun": undoRun,
  "architect.ui.restoreCheckpoint": restoreCheckpoint,
  "architect.ui.showDiff": runCommands.showDiff,
  "architect.ui.cancel": runCommands.cancel,
  "architect.ui.resume": sessions.resume,
  "architect.ui.continueSession": sessions.continueSession,
  "architect.ui.compactSession": context.compactSession,
  "architect.ui.planFirst": planFirst,
  "architect.ui.showContext": context.showContext,
  "architect.ui.restartMcpServer": mcp.restartMcpServer,
  "architect.ui.stopMcpServer": mcp.stopMcpServer,
  "architect.ui.showMcpLog": mcp.showMcpLog,
  "architect.ui.refreshMcpServers": mcp.refreshMcpServers,
  "architect.ui.startLoop": startWorkflow.startLoop,
  "architect.ui.startParallel": startWorkflow.startParallel,
  "architect.ui.runPipeline": runPipeline,
  "architect.ui.answerApproval": answerApproval,
  "architect.ui.stopWorkflow": workflows.stopWorkflow,
  "architect.ui.resumeWorkflow": workflows.resumeWorkflow,
  "architect.ui.cancelUnit": workflows.cancelUnit,
  "architect.ui.showUnitChanges": workflows.showUnitChanges,
  "architect.ui.showCheckOutput": workflows.showCheckOutput,
  "architect.ui.showWorkflowReport": workflows.showWorkflowReport,
  "architect.ui.copyBranch": workflows.copyBranch,
  "architect.ui.copyWorkflowId": workflows.copyWorkflowId,
  "architect.ui.refreshWorkflows": workflows.refreshWorkflows,
  "architect.ui.openRun": runCommands.openRun,
  "architect.ui.answer": answer,
  "architect.ui.keepHunk": hunks.keepHunk,
  "architect.ui.undoHunk": hunks.undoHunk,
  "architect.ui.undoHunkWithNote": hunks.undoHunkWithNote,
  "architect.ui.keepFile": hunks.keepFile,
  "architect.ui.undoFile": hunks.undoFile,
  "architect.ui.keepRun": hunks.keepRun,
  "architect.ui.keepAll": allChanges.keepAll,
  "architect.ui.undoAll": allChanges.undoAll,
  "architect.ui.viewAllChanges": allChanges.viewAllChanges,
  "architect.ui.keepShown": shownDiff.keepShown,
  "architect.ui.undoShown": shownDiff.undoShown,
  "architect.ui.allowShown": shownDiff.allowShown,
  "architect.ui.denyShown": shownDiff.denyShown,
  "architect.ui.acceptAll": allChanges.acceptAll,
  "architect.ui.discardAll": allChanges.discardAll,
  "architect.ui.acceptFile": hunks.keepFile,
  "architect.ui.discardFile": hunks.undoFile,
  "architect.ui.acceptHunk": hunks.keepHunk,
  "architect.ui.discardHunk": hunks.undoHunk,
  "architect.ui.acceptShown": shownDiff.keepShown,
  "architect.ui.discardShown": shownDiff.undoShown,
  "architect.ui.nextHunk": hunks.nextHunk,
  "architect.ui.previousHunk": hunks.previousHunk,
  "architect.ui.attachSelection": attach.attachSelection,
  "architect.ui.attachFile": attach.attachFile,
  "architect.ui.attachProblem": attach.attachProblem,
  "architect.ui.attachTerminal": attach.attachTerminal,
  "architect.ui.attachTest": attach.attachTest,
  "architect.ui.fixTest": fixTest,
  "architect.ui.commitMessage": commitMessage,
  "architect.ui.inlineEdit": inlineEdit.inlineEdit,
  "architect.ui.submitInlineEdit": inlineEdit.submitInlineEdit,
  "architect.ui.closeInlineEdit": inlineEdit.closeInlineEdit,
  "architect.ui.stopInlineEdit": inlineEdit.stopInlineEdit,
  "architect.ui.openInlineEdit": inlineEdit.openInlineEdit,
  "architect.ui.dismissFinding": findings.dismissFinding,
};

/** A command as it is registered; it shows errors and never rejects. */
export type Registered = (argument?: unknown, more?: unknown) => Promise<void>;

export function commandTable(services: Services, setup: SetupCommands): Readonly<Record<CommandId, Registered>> {
  const ours = Object.entries(COMMANDS).map(([id, command]) => [
    id,
    withErrorsShown(services, (argument, more) => command(services, argument, more)),
  ]);
  const setupCommands = Object.entries(setup).map(([id, command]) => [id, withErrorsShown(services, command)]);
  return Object.fromEntries([...ours, ...setupCommands]) as Record<CommandId, Registered>;
}

function withErrorsShown(services: Services, act: Registered): Registered {
  return async (argument, more) => {
    try {
      await act(argument, more);
    } catch (error) {
      tellError(services, error);
    }
  };
}
