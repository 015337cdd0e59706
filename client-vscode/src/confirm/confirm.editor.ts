/** Questions of runs in the editor: a notification, the diff, and a context key. */

import { TextEditorSelectionChangeKind, commands, window } from "vscode";

import { chooseWay, takeWay } from "../commands/answering";
import type { Desk } from "../commands/desk";
import { tellFault } from "../commands/tellFault";
import type { Daemon } from "../daemon/daemon";
import { together, type Disposable } from "../disposable";
import type { QuestionPages } from "./questionPages";
import { QuestionToasts } from "./questionToasts";

const TYPING_MS = 1_500;

/** Ask whatever the server asks, and show that it is asked. */
export function showQuestions(
  desk: Desk,
  daemon: Pick<Daemon, "onConfirm" | "onConfirmResolved">,
  pages: QuestionPages,
): Disposable {
  const { questions, ui } = desk;
  const toasts = new QuestionToasts(questions, showToast, {
    take: (question, way) => takeWay(desk, question, way),
    chooseWay: (question) => chooseWay(desk, question),
    tooLate: () => {
      ui.tell("info", "This confirmation was already answered.");
    },
    hideToasts: () => void commands.executeCommand("notifications.hideToasts"),
  });
  return together(
    daemon.onConfirm(questions.ask),
    daemon.onConfirmResolved(({ reason }) => {
      if (reason === "expired") {
        ui.tell("warning", "A confirmation timed out and was denied.");
      }
    }),
    questions.onChange((change) => {
      setPending(desk);
      pages.changed(change).catch((error: unknown) => {
        tellFault(ui, error);
      });
    }),
    toasts.watch(),
    desk.runs.onChange(({ run }) => {
      if (run.state === "done") {
        questions.forgetRun(run.runId);
      }
    }),
    { dispose: () => { questions.denyAll("the window was closed"); } },
  );
}

async function showToast(text: string, buttons: readonly string[]): Promise<string | undefined> {
  return window.showWarningMessage(text, ...buttons);
}

/** The status bar tells of it by the state of the run. */
function setPending({ questions }: Desk): void {
  const isPending = questions.all().length > 0;
  void commands.executeCommand("setContext", "architect.pending", isPending);
}

/** Knows whether somebody typed a moment ago: then no editor may open under the hands. */
export class TypingWatch {
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
