/** What is above the lines of editors, behind them, and in their titles. */

import type { ElementHandle, Locator } from "playwright-core";

import { until } from "../until";
import type { Window } from "./window";

export function lenses(window: Window, title: string): Locator {
  return window.page.locator(".codelens-decoration a").filter({ hasText: new RegExp(`^${title}$`) });
}

/** Click the lens `title` that has `above` others of that title above itself, once there are `of` of them. */
export async function clickLens(window: Window, title: string, { above, of }: Readonly<Record<"above" | "of", number>>): Promise<void> {
  const all = lenses(window, title);
  await until(`${String(of)} lenses ${title}`, async () => {
    // The page has them in the order in which it made them, and may make them anew at any time: one and the same is clicked.
    const found = await Promise.all((await all.elementHandles()).map(async (lens) => ({ lens, box: await lens.boundingBox() })));
    if (found.length !== of || found.some(({ box }) => box === null)) return false;
    const inOrder = found.sort((one, other) => (one.box?.y ?? 0) - (other.box?.y ?? 0));
    return await clicked(inOrder[above]?.lens);
  });
}

/** False if it is gone. */
async function clicked(lens: ElementHandle | undefined): Promise<boolean> {
  try {
    await lens?.click({ timeout: 2_000 });
    return lens !== undefined;
  } catch {
    return false;
  }
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

/** Take an action of the lamp at the cursor as one does without a mouse. */
export async function takeInLamp(window: Window, title: string): Promise<void> {
  await window.openLamp(title);
  // The select boxes of VS Code are of that class, too.
  const menu = window.page.locator(".action-widget", { hasText: title });
  const focused = menu.locator(".monaco-list-row.focused");
  await until(`${title} under the keys`, async () => {
    if ((await focused.first().textContent({ timeout: 1_000 }).catch(() => ""))?.includes(title) === true) return true;
    if (!(await menu.first().isVisible())) await window.openLamp(title);
    await window.page.keyboard.press("ArrowDown");
    return false;
  });
  await window.page.keyboard.press("Enter");
  await menu.first().waitFor({ state: "hidden" });
}
