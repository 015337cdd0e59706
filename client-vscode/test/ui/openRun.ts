/** A run in the chat by `Architect: Open Run`, which asks for the run unless there is but one. */

import { appears, type Window } from "./window";

export async function openRun(window: Window, task: string): Promise<void> {
  await window.command("Architect: Open Run");
  const first = window.page.locator(".quick-input-list .monaco-list-row", { hasText: task }).first();
  if (await appears(first, 2_000)) await first.click();
}
