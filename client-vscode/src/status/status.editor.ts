/** The status bar item, the notifications of runs, and what is said at their end. */

import { ProgressLocation, StatusBarAlignment, ThemeColor, commands, window, workspace } from "vscode";

import type { Daemon } from "../daemon/daemon";
import { combinedDisposable, type Disposable } from "../disposable";
import { escapeLinks } from "../escapeLinks";
import { t } from "../l10n";
import type { RunStore } from "../runs/runStore";
import { currentSettings } from "../setup/settings.editor";
import { timer } from "../timer";
import { endingOf, type Problem } from "./ending";
import { EndingItem } from "./endingItem.editor";
import { RunProgress, type ProgressItem, type ProgressUi, type ProgressWish } from "./runProgress";
import { statusText, type Severity } from "./statusText";

const OPEN = t("Open Run");

const BACKGROUNDS: Readonly<Record<Severity, ThemeColor | undefined>> = {
  none: undefined,
  warning: new ThemeColor("statusBarItem.warningBackground"),
  error: new ThemeColor("statusBarItem.errorBackground"),
};

export interface StatusWish extends ProgressWish {
  /** Whether the conversation of a run can be seen, which says how it ended. */
  readonly isInSight: (runId: string) => boolean;
}

/** Begins to show how the server and its runs are doing. */
export function showStatus(
  daemon: Daemon,
  runs: RunStore,
  wish: StatusWish,
): Disposable {
  const progress = new RunProgress(runs, notifications, wish, (runId) => {
    void daemon.command("architect.cancel", { runId }).catch(() => undefined);
  });
  const item = new EndingItem();
  return combinedDisposable(
    statusBarItem(daemon, runs),
    item,
    progress,
    runs.onChange((change) => {
      const ending = endingOf(change);
      if (ending !== undefined) {
        if (ending.problem !== undefined && !wish.isInSight(ending.runId)) {
          void warn(ending.runId, ending.problem);
        } else {
          item.show(ending);
        }
      }
    }),
  );
}

function statusBarItem(daemon: Daemon, runs: RunStore): Disposable {
  const item = window.createStatusBarItem("architect.status", StatusBarAlignment.Left, 999);
  item.name = "Architect";
  const show = () => {
    const { state } = daemon;
    const status = statusText({ state, runs: runs.all(), isTrusted: workspace.isTrusted, choice: currentSettings() });
    item.text = status.text;
    item.tooltip = status.tooltip;
    item.command = { title: status.tooltip, command: status.command, arguments: [status.argument] };
    item.accessibilityInformation = { label: status.label, role: "button" };
    item.backgroundColor = BACKGROUNDS[status.severity];
  };
  show();
  item.show();
  const onSettings = workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("architect")) {
      show();
    }
  });
  return combinedDisposable(
    item,
    onSettings,
    daemon.onState(show),
    runs.onChange(show),
    workspace.onDidGrantWorkspaceTrust(show),
  );
}

async function warn(runId: string, { message, buttons }: Problem): Promise<void> {
  const text = `Architect: ${escapeLinks(message)}`;
  const pressed = await window.showWarningMessage(text, ...buttons.map(({ label }) => label), OPEN);
  const button = buttons.find(({ label }) => label === pressed);
  if (button !== undefined) {
    await commands.executeCommand("architect.ui.applyRemedy", { runId, ...button.remedy, offersRetry: true });
  } else if (pressed === OPEN) {
    await commands.executeCommand("architect.ui.openRun", runId);
  }
}

const notifications: ProgressUi = {
  open: progressItem,
  later: timer,
};

function progressItem(title: string, cancel: () => void): ProgressItem {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  let last = "";
  let report = (message: string) => {
    last = message;
  };
  const options = {
    location: ProgressLocation.Notification,
    title: `Architect: ${escapeLinks(title)}`,
    cancellable: true,
  };
  void window.withProgress(options, (progress, token) => {
    token.onCancellationRequested(cancel);
    report = (message) => {
      progress.report({ message: escapeLinks(message) });
    };
    report(last);
    return closed;
  });
  return {
    report: (message) => {
      report(message);
    },
    close,
  };
}
