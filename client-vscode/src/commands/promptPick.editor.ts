/** A line to type a task into, with earlier tasks below it. */

import { UIKind, env, window, type QuickPickItem } from "vscode";

import { oneLine, escapeIcons } from "../displayText";
import { isPasted, withPastedLines } from "./pastedLines";

interface PromptItem extends QuickPickItem {
  readonly prompt: string;
}

/** What is typed comes first, so that Enter takes it and not an earlier task that is like it. */
function itemsFor(typed: string, earlier: readonly string[]): PromptItem[] {
  const own = typed.trim() === "" ? [] : [{ prompt: typed, label: shown(typed), alwaysShow: true }];
  const before = earlier.map((prompt) => ({ prompt, label: shown(prompt), description: "earlier" }));
  return [...own, ...before.filter((item) => item.prompt !== typed)];
}

function shown(prompt: string): string {
  return escapeIcons(oneLine(prompt, 200));
}

export function pickPrompt(title: string, earlier: readonly string[]): Promise<string | undefined> {
  const pick = window.createQuickPick<PromptItem>();
  pick.title = title;
  pick.placeholder = "Describe a task";
  pick.ignoreFocusOut = true;
  pick.items = itemsFor("", earlier);
  return new Promise((resolve) => {
    let before = "";
    const pasted: string[] = [];
    pick.onDidChangeValue((typed) => {
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
      const chosen = (pick.selectedItems[0]?.prompt ?? pick.value).trim();
      const prompt = withPastedLines(chosen, pasted);
      if (prompt !== "") {
        resolve(prompt);
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
