/** Questions of runs in the editor: a notification, the diff, and a context key. */

import { TextEditorSelectionChangeKind, commands, window } from "vscode";

import { pickAnswer, submitAnswer } from "../commands/answer";
import type { Services } from "../commands/services";
import { showError } from "../commands/showError";
import type { Daemon } from "../daemon/daemon";
import { combinedDisposable, type Disposable } from "../disposable";
import { t } from "../l10n";
import type { Question } from "./question";
import type { QuestionPreviews } from "./questionPreviews";
import { LastingToasts } from "./lastingToasts.editor";
import { QuestionToasts } from "./questionToasts";

/** Which conversations are in sight, and with them the cards of their questions. */
export interface PanelVisibility {
  readonly isVisible: (runId: string) => boolean;
  readonly onVisibility: (listener: () => void) => Disposable;
}

const TYPING_MS = 1_500;

/** Show the questions of the server, and that they are pending. */
export function showQuestions(
  services: Services,
  daemon: Pick<Daemon, "onConfirm" | "onConfirmResolved">,
  pages: QuestionPreviews,
  panels: PanelVisibility,
): Disposable {
  const { questions, ui } = services;
  // A card that nobody looks at is not in sight.
  const isCardVisible = ({ params }: Question) => window.state.focused && panels.isVisible(params.runId);
  const lasting = new LastingToasts();
  const toasts = new QuestionToasts(questions, lasting.show, {
    answer: (question, option) => submitAnswer(services, question, option),
    pickAnswer: (question) => pickAnswer(services, question),
  }, isCardVisible);
  return combinedDisposable(
    lasting,
    daemon.onConfirm(questions.ask),
    daemon.onConfirmResolved(({ reason }) => {
      if (reason === "expired") {
        ui.showMessage("warning", t("A confirmation timed out and was denied."));
      }
    }),
    questions.onChange((change) => {
      setPending(services);
      pages.changed(change, ({ params }) => panels.isVisible(params.runId)).catch((error: unknown) => {
        showError(ui, error);
      });
    }),
    toasts.watch(),
    panels.onVisibility(toasts.showFirst),
    window.onDidChangeWindowState(toasts.showFirst),
    services.runs.onChange(({ run }) => {
      if (run.state === "done") {
        questions.forgetRun(run.runId);
      }
    }),
    { dispose: () => { questions.denyAll("the window was closed"); } },
  );
}

/** The status bar shows it by the state of the run. */
function setPending({ questions }: Services): void {
  const isPending = questions.all().length > 0;
  void commands.executeCommand("setContext", "architect.pending", isPending);
}

/** Whether the user typed a moment ago: then no editor opens by itself. */
export class TypingMonitor {
  private lastKey = 0;
  private readonly watching = window.onDidChangeTextEditorSelection(({ kind }) => {
    if (kind === TextEditorSelectionChangeKind.Keyboard) {
      this.lastKey = Date.now();
    }
  });

  isIdle(): boolean {
    return Date.now() - this.lastKey > TYPING_MS;
  }

  dispose(): void {
    this.watching.dispose();
  }
}
