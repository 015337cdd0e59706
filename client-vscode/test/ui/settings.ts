/** What VS Code has written into the file of the settings, and into its others. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { until } from "../until";
import type { Window } from "./window";

/** Resolves when that is the value of the setting. */
export async function settingBecomes(window: Window, key: string, value: unknown): Promise<void> {
  // VS Code may be writing it.
  await until(`${key} being ${JSON.stringify(value)}`, () => {
    try {
      const now = JSON.parse(readFileSync(window.settings, "utf8")) as Record<string, unknown>;
      return now[key] === value;
    } catch {
      return false;
    }
  });
}

/** Files of VS Code (settings, logs, its stores) that have `text` in them. */
export function filesWith(window: Window, text: string): readonly string[] {
  const folder = path.join(path.dirname(window.settings), "..");
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
  return files.filter((file) => readFileSync(file).includes(text));
}
