/** The stores and actions that commands, views and the panel share. */

import type { QuestionQueue } from "../confirm/questionQueue";
import type { Daemon } from "../daemon/daemon";
import type { HunkStore } from "../hunks/hunkStore";
import type { InlineEditor } from "../inlineEdit/inlineEditor";
import type { RunStore } from "../runs/runStore";
import type { Attachment } from "../panel/attachment";
import type { FindingStore } from "../views/findingStore";
import type { McpStore } from "../views/mcpTree";
import type { SessionStore } from "../views/sessionStore";
import type { OwnWorkflows } from "../workflows/ownWorkflows";
import type { WorkflowStore } from "../workflows/workflowStore";
import type { CommandId } from "./commandIds";
import type { LastChecks } from "./lastChecks";
import type { PromptHistory } from "./promptHistory";
import type { SentRequests } from "./sentRequests";
import type { Button, MessageLevel, Ui } from "./ui";

/** The chats of the window: what is asked of "the chat" is asked of the one that has the focus, else of the view. */
export interface ChatSurface {
  /** Into its input. */
  focus(): void;
  /** An empty one, which begins a session. */
  startNew(): void;
  openInEditor(): void;
  /** The bar in which one searches the conversation. */
  find(): void;
  attach(attachments: readonly Attachment[]): void;
  /** Put a draft into its input. */
  draft(text: string): void;
  /** Shows what went wrong in one that is in sight, if there is one: whether there is. */
  tell(error: Error): boolean;
  /** Says something in one that is in sight, if there is one: whether there is. */
  notify(level: MessageLevel, text: string, buttons: readonly Button[]): boolean;
  /** Of the session that is shown; empty if it is none. */
  readonly sessionId: string;
}

export interface Services {
  readonly chat: ChatSurface;
  readonly daemon: Pick<Daemon, "command" | "start">;
  readonly runs: RunStore;
  readonly questions: QuestionQueue;
  readonly hunks: HunkStore;
  readonly findings: FindingStore;
  readonly sessions: SessionStore;
  readonly mcp: McpStore;
  readonly workflows: WorkflowStore;
  readonly ownWorkflows: OwnWorkflows;
  readonly prompts: PromptHistory;
  readonly sent: SentRequests;
  readonly checks: LastChecks;
  readonly ui: Ui;
  readonly inlineEditor: InlineEditor;
  /** What the last command in a terminal wrote; undefined if none is known. */
  readonly lastTerminalOutput: () => Attachment | undefined;
  /** Show the conversation of a run. */
  readonly openRun: (runId: string) => void;
  /** Read what has been recorded of a run meanwhile, if its conversation is open: one on a copy tells no events. */
  readonly readOn: (runId: string) => void;
  /** Show what a question would do. */
  readonly showQuestion: (requestId: string) => Promise<void>;
}

/** `argument` is whatever the menu, the key or the view it was called from gives. */
export type Command = (services: Services, argument: unknown, more?: unknown) => Promise<void>;

/** What is not about runs: the model, the server, its output. */
export type SetupCommandId = Extract<
  CommandId,
  | "architect.ui.configureModel"
  | "architect.ui.enterApiKey"
  | "architect.ui.startOllama"
  | "architect.ui.installLitellm"
  | "architect.ui.demo"
  | "architect.ui.showOutput"
  | "architect.ui.restartServer"
  | "architect.ui.installServer"
  | "architect.ui.trustProject"
>;

export type SetupCommands = Readonly<Record<SetupCommandId, (argument: unknown) => Promise<void>>>;
