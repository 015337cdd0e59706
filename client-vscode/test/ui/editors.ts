/** What is above the lines of editors, behind them, and in their titles. */

import type { Locator } from "playwright-core";

import { until } from "../until";
import type { Window } from "./window";

export function lenses(window: Window, title: string): Locator {
  return window.page.locator(".codelens-decoration a").filter({ hasText: new RegExp(`^${title}$`) });
}

/** Click the lens `title` that has `above` others of that title above itself, once there are `of` of them. */
export async function clickLens(window: Window, title: string, { above, of }: Readonly<Record<"above" | "of", number>>): Promise<void> {
  const all = lenses(window, title);
  // The page has them in the order in which it made them.
  const inOrder = await until(`${String(of)} lenses ${title}`, async () => {
    const tops = await all.evaluateAll((each) => each.map((lens) => lens.getBoundingClientRect().top));
    return tops.length === of && [...tops.keys()].sort((one, other) => (tops[one] ?? 0) - (tops[other] ?? 0));
  });
  await all.nth(inOrder[above] ?? 0).click();
}

/** Press a button in the title of the editor that is in front. */
export async function pressInTitle(window: Window, name: string): Promise<void> {
  const title = window.page.locator(".editor-group-container.active .editor-actions");
  await title.getByRole("button", { name, exact: true }).click();
}

/** Resolves when the extension shows `text` behind a line. */
export async function isBehindALine(window: Window, text: string): Promise<void> {
  await until(`${text} behind a line`, async () => (await behindLines(window)).some((content) => content.includes(text)));
}

/** What the extension shows behind lines, in all editors. */
export async function behindLines(window: Window): Promise<readonly string[]> {
  const spans = window.page.locator(".editor-instance .view-line span");
  const all = await spans.evaluateAll((each) => each.map((span) => getComputedStyle(span, "::after").content));
  return all.filter((content) => content !== "none").map((content) => content.replaceAll("\u00a0", " "));
}
