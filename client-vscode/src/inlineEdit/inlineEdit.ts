/** Edits at a selection: each has a line of its own in the editor from its task to the end of its run. */

import type { Services } from "../commands/services";
import { start } from "../commands/startRun";
import { oneLine } from "../displayText";
import type { Disposable } from "../disposable";
import { t } from "../l10n";
import type { RunArgs, WireRange } from "../protocol/generated";
import { isOpen, type Run } from "../runs/run";
import { costOf, stateText } from "../runs/runText";

/** The line of an edit: an input at first, then how its run is doing. */
export interface EditLine {
  readonly uri: string;
  readonly range: WireRange;
  showProgress(text: string): void;
  close(): void;
}

type Needed = Pick<Services, "daemon" | "runs" | "ui">;

export class InlineEdits implements Disposable {
  private readonly running = new Map<string, EditLine>();

  constructor(private readonly services: () => Services) {}

  /** Begin the edit that was typed; an empty one closes its line. */
  async submit(line: EditLine, typed: string): Promise<void> {
    const prompt = typed.trim();
    if (prompt === "") {
      line.close();
      return;
    }
    line.showProgress(progressText(prompt, t("starting")));
    const services = this.services();
    try {
      await this.begin(services, line, prompt);
    } catch (error) {
      line.close();
      throw error;
    }
  }

  /** Stop the edit of a line; one that is not begun is closed. */
  async stop(line: EditLine): Promise<void> {
    const runId = this.runOf(line);
    if (runId === undefined) {
      line.close();
      return;
    }
    await this.services().daemon.command("architect.cancel", { runId, reason: "cancelled by the user" });
  }

  runOf(line: EditLine): string | undefined {
    return [...this.running].find(([, each]) => each === line)?.[0];
  }

  dispose(): void {
    for (const line of this.running.values()) {
      line.close();
    }
  }

  private async begin(services: Services, line: EditLine, prompt: string): Promise<void> {
    await services.prompts.remember(prompt);
    const argument: RunArgs = { prompt, scope: { uris: [line.uri], range: line.range } };
    const runId = await start(services, { command: "architect.run", argument, title: prompt, isOpened: false });
    this.running.set(runId, line);
    this.follow(services, runId, line);
  }

  private follow({ runs }: Needed, runId: string, line: EditLine): void {
    const show = (run: Run) => {
      if (isOpen(run)) {
        line.showProgress(progressText(run.title, [stateText(run), costOf(run.spending)].filter((part) => part !== "").join(" · ")));
        return;
      }
      listening.dispose();
      this.running.delete(runId);
      line.close();
    };
    const listening = runs.onChange(({ run }) => {
      if (run.runId === runId) {
        show(run);
      }
    });
    const now = runs.get(runId);
    if (now !== undefined) {
      show(now);
    }
  }
}

function progressText(prompt: string, state: string): string {
  return `“${oneLine(prompt, 60)}”: ${oneLine(state, 90)}`;
}
