/** The panel host on the server and the commands of the extension. */

import type { CommandId } from "../commands/commandIds";
import { readEvent } from "../conversation/event";
import { sessionOf } from "../conversation/run";
import type { Daemon, DaemonState } from "../daemon/daemon";
import { ServerError } from "../daemon/serverError";
import { combinedDisposable, type Disposable } from "../disposable";
import { t } from "../l10n";
import type { Hunks } from "../protocol/generated";
import type { OpenChanges } from "./messages";
import type { PanelHost, Words } from "./panelHost";

/** Runs a command of ours, as if the user had chosen it. */
type Execute = (command: CommandId, argument: unknown) => Promise<unknown>;

export interface PanelHostParts {
  readonly daemon: Pick<Daemon, "state" | "command" | "onEvent" | "onState" | "onHunksChanged">;
  readonly execute: Execute;
  readonly showQuestion: (requestId: string) => Promise<void>;
  readonly openFile: (root: string, path: string, line: number) => Promise<void>;
  readonly queuedBehind: (runId: string) => string;
  readonly onRunsChange: (listener: () => void) => Disposable;
  readonly budgetUsd: () => number | undefined;
  /** What goes beyond one session. */
  readonly actions: Pick<PanelHost, "begin" | "fork">;
  readonly waiting: PanelHost["waiting"];
  readonly isTrusted: () => boolean;
  /** Trust was given, or settings have changed. */
  readonly onChange: (listener: () => void) => Disposable;
}

const NOT_TRUSTED =
  t("This folder is not trusted. Trust it (Workspaces: Manage Workspace Trust) to run tasks.");

/** `off` is not among them: the next command starts it. */
const DISCONNECTED: ReadonlySet<DaemonState> = new Set(["missing", "restarting", "failed"]);

export function daemonPanelHost(parts: PanelHostParts): PanelHost {
  const { daemon, execute } = parts;
  return {
    ...requests(daemon),
    onEvent: (listener) =>
      daemon.onEvent((posted) => {
        const event = readEvent(posted);
        if (event !== undefined) {
          listener(event);
        }
      }),
    onStarted: (listener) =>
      daemon.onState((state) => {
        if (state === "running") listener();
      }),
    onHunksChanged: (listener) => daemon.onHunksChanged(listener),
    status: () => ({
      isConnected: !DISCONNECTED.has(daemon.state),
      blockedReason: parts.isTrusted() ? "" : NOT_TRUSTED,
      budgetUsd: parts.budgetUsd(),
    }),
    onStatus: (listener) => combinedDisposable(daemon.onState(listener), parts.onChange(listener)),
    queuedBehind: parts.queuedBehind,
    onRunsChange: parts.onRunsChange,
    ...decisions(execute),
    ...parts.actions,
    waiting: parts.waiting,
    showQuestion: parts.showQuestion,
    openFile: parts.openFile,
  };
}

type Decisions = Pick<PanelHost, "cancel" | "undo" | "restore" | "keepAll" | "undoAll" | "showAll" | "showDiff">;

function decisions(execute: Execute): Decisions {
  return {
    cancel: async (runId) => {
      await execute("architect.ui.cancel", runId);
    },
    undo: async (runId) => {
      await execute("architect.ui.undoRun", runId);
    },
    restore: async (runId, step) => {
      await execute("architect.ui.restoreCheckpoint", { runId, step });
    },
    keepAll: async (sessionId) => {
      await execute("architect.ui.keepAll", { sessionId });
    },
    undoAll: async (sessionId) => {
      await execute("architect.ui.undoAll", { sessionId });
    },
    showAll: async (sessionId) => {
      await execute("architect.ui.viewAllChanges", { sessionId });
    },
    showDiff: async (runId) => {
      await execute("architect.ui.showDiff", runId);
    },
  };
}

type Requests = Pick<
  PanelHost,
  | "stopCommand"
  | "keepRunning"
  | "events"
  | "info"
  | "openChanges"
  | "lastRun"
  | "answer"
  | "say"
  | "withdraw"
>;

function requests(daemon: Pick<Daemon, "command">): Requests {
  const runs = async (runId: string) =>
    (await ifKnown(daemon.command("architect.runs", { runId })))?.runs ?? [];
  return {
    events: (runId, after, limit) =>
      ifKnown(daemon.command("architect.events", { runId, after, limit })),
    info: async (runId) => (await runs(runId)).find((run) => run.runId === runId),
    openChanges: async (runId) => {
      const found = await ifKnown(daemon.command("architect.hunks", { sessionId: sessionOf(runId) }));
      return found && { runId, ...counted(found) };
    },
    // The server accepts the id of a session as that of its last run.
    lastRun: async (sessionId) => (await runs(sessionId)).at(-1)?.runId,
    answer: async (answer) => (await daemon.command("architect.answer", answer)).accepted,
    keepRunning: async (runId, handle) => {
      await daemon.command("architect.detach", { runId, handle });
    },
    stopCommand: async (runId, handle) => {
      await daemon.command("architect.stop", { runId, handle });
    },
    say: (words) => say(daemon, words),
    withdraw: async (runId, messageId) =>
      (await daemon.command("architect.withdraw", { runId, messageId })).withdrawn,
  };
}

function counted({ hunks, conflicts }: Hunks): Omit<OpenChanges, "runId"> {
  const areProposed = hunks.length > 0 && hunks.every(({ kind }) => kind === "proposed");
  return { hunks: hunks.length, conflicts: conflicts.length, areProposed };
}

/** A run that the server knows no more hears nothing. */
async function say(daemon: Pick<Daemon, "command">, { attachments, ...words }: Words): Promise<boolean> {
  const argument = attachments.length === 0 ? words : { ...words, attachments };
  return (await ifKnown(daemon.command("architect.say", argument)))?.accepted === true;
}

/** What the server answers; undefined if it does not know the run. */
async function ifKnown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServerError && error.code === "unknown_run") {
      return undefined;
    }
    throw error;
  }
}
