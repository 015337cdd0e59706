/** A line to type a task into, with earlier tasks below it. */

import { QuickPickItemKind, ThemeIcon, UIKind, env, window, type QuickPick, type QuickPickItem } from "vscode";

import { oneLine, escapeIcons } from "../displayText";
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
  return [own, ...earlier.map((prompt) => ({ prompt, label: shown(prompt), description: "earlier" }))];
}

function shown(prompt: string): string {
  return escapeIcons(oneLine(prompt, 200));
}

/** How hard the model thinks about this task, which a button of `pick` lets the user choose. */
class EffortChoice {
  effort: ReasoningEffort | undefined;
  /** Meanwhile `pick` is hidden. */
  isOpen = false;

  constructor(
    private readonly pick: QuickPick<PromptItem>,
    private readonly title: string,
  ) {
    this.show();
    pick.onDidTriggerButton(() => void this.open());
  }

  private async open(): Promise<void> {
    this.isOpen = true;
    const title = "Reasoning effort for this run";
    const item = await window.showQuickPick(effortItems(this.effort), { title });
    this.isOpen = false;
    this.effort = item === undefined ? this.effort : item.effort;
    this.show();
    this.pick.show();
  }

  private show(): void {
    const tooltip = `Reasoning Effort: ${this.effort ?? "default"}`;
    this.pick.title = this.effort === undefined ? this.title : `${this.title} (reasoning: ${this.effort})`;
    this.pick.buttons = [{ iconPath: new ThemeIcon("lightbulb"), tooltip }];
  }
}

export function pickPrompt(title: string, earlier: readonly string[]): Promise<TypedTask | undefined> {
  const pick = window.createQuickPick<PromptItem>();
  pick.placeholder = "Describe a task";
  pick.ignoreFocusOut = true;
  pick.items = itemsFor("", earlier);
  return new Promise((resolve) => {
    let before = "";
    // Whether the list is that of what is typed: until then, Enter means the text and no item.
    let isListed = true;
    const pasted: string[] = [];
    const choice = new EffortChoice(pick, title);
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
        resolve({ prompt, reasoning: choice.effort });
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
