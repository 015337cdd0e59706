/** Our views in the side bar. */

import type { Locator } from "playwright-core";

import type { Window } from "./window";

export type View = "Runs" | "Changes" | "Findings" | "Workflows" | "Sessions";

export function view(window: Window, name: View): Locator {
  const header = window.page.locator(`.pane-header[aria-label^="${name} Section"]`);
  return window.page.locator(".pane", { has: header });
}

/** Show what the view has, unless it is shown. */
export async function expand(window: Window, name: View): Promise<void> {
  const header = view(window, name).locator(".pane-header");
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
}

export function row(window: Window, name: View, text: string | RegExp): Locator {
  return view(window, name).locator(".monaco-list-row", { hasText: text }).first();
}

/** Press a button that a row has while the mouse is over it. */
export async function press(at: Locator, button: string): Promise<void> {
  await at.hover();
  await at.getByRole("button", { name: button }).click();
}
