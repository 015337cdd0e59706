/** How the last run ended, in the status bar for a while; a message there would have no tooltip. */

import { StatusBarAlignment, window } from "vscode";

import { escapeIcons } from "../displayText";
import { combinedDisposable, type Disposable } from "../disposable";
import { t } from "../l10n";
import { timer } from "../timer";
import type { Ending } from "./ending";

const SHOWN_MS = 8_000;

export class EndingItem implements Disposable {
  private shown: Disposable | undefined;

  show({ runId, words, details, label }: Ending): void {
    this.dispose();
    const item = window.createStatusBarItem("architect.ending", StatusBarAlignment.Left, 998);
    item.name = t("Architect: Run Result");
    item.text = `Architect: ${escapeIcons(words)}`;
    item.tooltip = details;
    item.command = { title: t("Open Run"), command: "architect.ui.openRun", arguments: [runId] };
    item.accessibilityInformation = { label: `Architect: ${label}`, role: "button" };
    item.show();
    const end = timer(() => {
      item.dispose();
    }, SHOWN_MS);
    this.shown = combinedDisposable(item, end);
  }

  dispose(): void {
    this.shown?.dispose();
    this.shown = undefined;
  }
}
