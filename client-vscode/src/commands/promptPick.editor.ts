/** A line to type a task into, with earlier tasks below it. */

import { QuickPickItemKind, ThemeIcon, UIKind, env, window, type QuickPick, type QuickPickItem } from "vscode";

import { oneLine, escapeIcons } from "../displayText";
import { t } from "../l10n";
import { isPasted, withPastedLines } from "./pastedLines";
import { effortItems, type ReasoningEffort } from "../reasoningEfforts";
import type { TypedTask } from "./ui";

interface PromptItem extends QuickPickItem {
  readonly prompt: string;
}

/**
 * What is typed comes first, so that Enter takes it and not an earlier task that is like it.
 *
 * The earlier ones keep their places in the list: VS Code tells by its place which item was taken,
 * perhaps from the list before this one.
 */
function itemsFor(typed: string, earlier: readonly string[]): PromptItem[] {
  const own =
    typed.trim() === ""
      ? { prompt: "", label: "", kind: QuickPickItemKind.Separator }
      : { prompt: typed, label: shown(typed), alwaysShow: true };
  return [own, ...earlier.map((prompt) => ({ prompt, label: shown(prompt), description: t("earlier") }))];
}

function shown(prompt: string): string {
  return escapeIcons(oneLine(prompt, 200));
}

/** What else is chosen with a task; while `isOpen`, the line for it is hidden. */
interface Choices {
  readonly effort?: ReasoningEffort | undefined;
  readonly autoReview?: true | undefined;
  readonly isOpen: boolean;
}

/** What buttons of `pick` let the user choose for this task: how hard the model thinks, and a review of the changes. */
class RunChoices implements Choices {
  effort: ReasoningEffort | undefined;
  autoReview: true | undefined;
  isOpen = false;

  constructor(
    private readonly pick: QuickPick<PromptItem>,
    private readonly title: string,
  ) {
    this.show();
    pick.onDidTriggerButton((button) => {
      if (button === this.pick.buttons[0]) {
        void this.openEfforts();
      } else {
        this.autoReview = this.autoReview === true ? undefined : true;
        this.show();
      }
    });
  }

  private async openEfforts(): Promise<void> {
    this.isOpen = true;
    const title = t("Reasoning effort for this run");
    const item = await window.showQuickPick(effortItems(this.effort), { title });
    this.isOpen = false;
    this.effort = item === undefined ? this.effort : item.effort;
    this.show();
    this.pick.show();
  }

  private show(): void {
    const effort = this.effort === undefined ? "" : t(" (reasoning: {effort})", { effort: this.effort });
    const review = this.autoReview === true ? t(" (changes are reviewed)") : "";
    this.pick.title = `${this.title}${effort}${review}`;
    this.pick.buttons = [
      { iconPath: new ThemeIcon("lightbulb"), tooltip: t("Reasoning Effort: {effort}", { effort: this.effort ?? t("default") }) },
      {
        iconPath: new ThemeIcon("checklist"),
        tooltip: this.autoReview === true ? t("Have Another Agent Review the Changes: yes") : t("Have Another Agent Review the Changes: as configured"),
      },
    ];
  }
}

export function pickPrompt(title: string, earlier: readonly string[]): Promise<TypedTask | undefined> {
  return picked(earlier, (pick) => new RunChoices(pick, title));
}

/** A task with nothing else to choose. */
export async function pickTask(title: string, earlier: readonly string[]): Promise<string | undefined> {
  const typed = await picked(earlier, (pick) => {
    pick.title = title;
    return { isOpen: false };
  });
  return typed?.prompt;
}

function lineWith(earlier: readonly string[]): QuickPick<PromptItem> {
  const pick = window.createQuickPick<PromptItem>();
  pick.placeholder = t("Describe a task");
  pick.ignoreFocusOut = true;
  pick.items = itemsFor("", earlier);
  return pick;
}

function picked(
  earlier: readonly string[],
  choices: (pick: QuickPick<PromptItem>) => Choices,
): Promise<TypedTask | undefined> {
  const pick = lineWith(earlier);
  return new Promise((resolve) => {
    let before = "";
    // Whether the list is that of what is typed: until then, Enter means the text and no item.
    let isListed = true;
    const pasted: string[] = [];
    const choice = choices(pick);
    pick.onDidChangeActive(([active]) => {
      isListed ||= active?.prompt === pick.value;
    });
    pick.onDidChangeValue((typed) => {
      isListed = typed.trim() === "";
      pick.items = itemsFor(typed, earlier);
      // A browser would ask the user first.
      if (env.uiKind === UIKind.Desktop && typed.length > before.length + 1) {
        void env.clipboard.readText().then((text) => {
          if (isPasted(typed, text)) {
            pasted.push(text);
          }
        });
      }
      before = typed;
    });
    pick.onDidAccept(() => {
      const taken = isListed ? pick.selectedItems[0]?.prompt : undefined;
      const chosen = (taken ?? pick.value).trim();
      const prompt = withPastedLines(chosen, pasted);
      if (prompt !== "") {
        resolve({ prompt, reasoning: choice.effort, autoReview: choice.autoReview });
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      if (!choice.isOpen) {
        resolve(undefined);
        pick.dispose();
      }
    });
    pick.show();
  });
}
