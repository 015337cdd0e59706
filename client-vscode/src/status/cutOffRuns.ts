/** Runs that ended because their window was closed or loaded again: told once, in the window that comes next. */

import { CUT_OFF } from "../conversation/outcome";
import { t } from "../l10n";
import type { Memento } from "../memento";
import type { Ui } from "../commands/ui";
import type { Disposable } from "../disposable";
import { oneLine } from "../displayText";
import type { RunStore } from "../runs/runStore";

/** The ids of the runs that are under way in this workspace. */
const KEY = "architect.openRuns";

export class CutOffRuns {
  /** Of the window before. */
  private before: readonly string[];

  constructor(
    private readonly memento: Memento,
    private readonly runs: RunStore,
  ) {
    const kept = memento.get(KEY);
    this.before = Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  }

  /** Note from now on which runs are under way. */
  watch(): Disposable {
    let noted = "";
    return this.runs.onChange(() => {
      const ids = this.runs.open().map(({ runId }) => runId);
      if (ids.join() !== noted) {
        noted = ids.join();
        void this.memento.update(KEY, ids);
      }
    });
  }

  /** Once the runs of earlier windows are known; the conversation that is shown says it itself. */
  tell({ showMessage, execute }: Pick<Ui, "showMessage" | "execute">, shownSession: string): void {
    const cutOff = this.before.map((runId) => this.runs.get(runId)).filter((run) => run?.outcome === "interrupted");
    this.before = [];
    for (const run of cutOff) {
      if (run !== undefined && run.sessionId !== shownSession) {
        const { runId, sessionId, title } = run;
        showMessage("warning", t("“{title}” was interrupted. {why}", { title: oneLine(title, 80), why: CUT_OFF }), [
          { label: t("Resume"), act: () => execute("architect.ui.resume", { sessionId }) },
          { label: t("Open Run"), act: () => execute("architect.ui.openRun", { runId }) },
        ]);
      }
    }
  }
}
