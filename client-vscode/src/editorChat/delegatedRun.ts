/** A run that VS Code's own chat asks for: followed to its end, with what it does told on the way. */

import type { Services } from "../commands/services";
import { start } from "../commands/startRun";
import { escapeControls } from "../displayText";
import type { Cancellation } from "../disposable";
import type { RunArgs } from "../protocol/generated";
import { isOpen, type Run } from "../runs/run";
import { stateText, summaryOf } from "../runs/runText";

export interface DelegatedEnd {
  readonly runId: string;
  readonly sessionId: string | undefined;
  /** What the agent said in the end. */
  readonly output: string;
  /** `Done · 2 files · $0.0042` */
  readonly summary: string;
  /** What it changed or proposes to: paths relative to `root`. */
  readonly files: readonly string[];
  readonly root: string | undefined;
}

/** Carry out a task; `told` gets a few words whenever it does something else. */
export async function delegatedRun(
  services: Services,
  argument: RunArgs,
  told: (state: string) => void,
  cancellation: Cancellation,
): Promise<DelegatedEnd> {
  const runId = await start(services, { command: "architect.run", argument, title: argument.prompt, isOpened: false });
  const cancelling = cancellation.onCancellationRequested(() => {
    const reason = "cancelled in the chat of the editor";
    services.daemon.command("architect.cancel", { runId, reason }).catch(() => undefined);
  });
  try {
    return endOf(await finished(services, runId, told));
  } finally {
    cancelling.dispose();
  }
}

function finished({ runs }: Services, runId: string, told: (state: string) => void): Promise<Run> {
  return new Promise((resolve) => {
    let last = "";
    const look = (run: Run) => {
      if (!isOpen(run)) {
        listening.dispose();
        resolve(run);
      } else if (stateText(run) !== last) {
        last = stateText(run);
        told(last);
      }
    };
    const listening = runs.onChange(({ run }) => {
      if (run.runId === runId) {
        look(run);
      }
    });
    const now = runs.get(runId);
    if (now !== undefined) {
      look(now);
    }
  });
}

function endOf(run: Run): DelegatedEnd {
  return {
    runId: run.runId,
    sessionId: run.sessionId,
    output: escapeControls(run.output ?? run.error ?? ""),
    summary: summaryOf(run),
    files: [...new Set([...run.filesChanged, ...run.filesProposed])],
    root: run.root,
  };
}
