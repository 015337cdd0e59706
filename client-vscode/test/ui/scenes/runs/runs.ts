import assert from "node:assert/strict";

import { duration } from "../../../../src/webview/format";
import { reading, until } from "../../../until";
import { seriousViolations } from "../../accessibility";
import { clickLens, isBehindALine, lenses, pressInTitle } from "../../editors";
import { endings } from "../../journals";
import { fixes } from "../../ledger";
import { readmePicture } from "../../readmePicture";
import { scene } from "../../run";
import { VIEWPORT } from "../../screen";
import type { Theme } from "../../themes";
import type { Window } from "../../window";

const FILE = "ledger/split.py";
const THINKING_MS = 2_000;
const THEMES: readonly Theme[] = ["light", "highContrast", "highContrastLight", "dark"];
const NARROW = { width: 380, height: 900 };

async function requestFix(window: Window): Promise<void> {
  window.modelGives(...fixes);
  await window.openFile(FILE);
  await window.goToLine(11);
  await window.page.keyboard.press("Shift+ArrowDown");
  await window.command("Architect: Run Task on Selection...");
  await window.answerInput("No cent may be lost");
}

/** Allow what is asked for, in the panel. */
async function allowInPanel(window: Window, what: string): Promise<void> {
  const question = window.webview.locator(".question").filter({ hasText: what }).last();
  await question.getByRole("button", { name: "Allow Once" }).click();
}

/** The card of the question that waits, which is the `number`th. */
async function asked(window: Window, number: number): Promise<void> {
  await window.webview.locator('.question[data-open="true"]').waitFor();
  await until(`question ${number}`, async () => (await window.webview.locator(".question").count()) === number);
}

async function isFixed(window: Window): Promise<void> {
  await allowInPanel(window, "python3 -m unittest");
  await window.said("both hunks are in").waitFor();
}

/** As long as a person thinks, before the answer; what is shown is the time that the agent took. */
async function isFixedLate(window: Window): Promise<void> {
  const question = window.webview.locator(".question").filter({ hasText: "python3 -m unittest" }).last();
  await question.getByRole("button", { name: "Allow Once" }).waitFor();
  await window.page.waitForTimeout(THINKING_MS);
  await isFixed(window);
  const shown = window.webview.locator(".outcome .call-state");
  await shown.waitFor();
  const [{ duration_s, waited_s } = { duration_s: 0, waited_s: 0 }] = endings(window);
  assert.ok(waited_s * 1_000 >= THINKING_MS - 100, `waited ${String(waited_s)} s`);
  assert.equal((await shown.innerText()).split(" · ")[0], duration(duration_s));
}

/** What is cut off at the right; VS Code has no narrower window, and a chat may be as narrow in a wide one. */
const OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Nothing that axe finds, and nothing cut off, in every theme and in a narrow window. */
async function isReadable(window: Window): Promise<void> {
  for (const theme of THEMES) {
    await window.themeOfChat(theme);
    assert.deepEqual(await seriousViolations(window), [], theme);
    await window.pictureAsIs(`run-${theme}`);
  }
  await window.page.setViewportSize(NARROW);
  await window.pictureAsIs("run-narrow");
  assert.deepEqual(await seriousViolations(window), []);
  assert.equal(await window.webview.locator("body").evaluate(OVERFLOW), 0);
  await window.page.setViewportSize(VIEWPORT);
  await window.theme("dark");
}

/** The keys of `Architect: Answer`, for the first question. */
async function allowByKeys(window: Window): Promise<void> {
  await reading();
  await window.page.keyboard.press("Control+K");
  await window.page.keyboard.press("Alt+Enter");
}

scene("a question shows the diff and is answered in its title and by keys", async (window) => {
  window.set("architect.review", "confirm");
  await requestFix(window);
  await asked(window, 1);
  // It opens by itself only if nobody has typed a moment before.
  await window.webview.getByRole("button", { name: "Open Diff Editor" }).click();
  await window.page.locator(".monaco-diff-editor").first().waitFor();
  await readmePicture(window, "confirm", "dark", "light");
  await pressInTitle(window, "Allow");
  await asked(window, 2);
  await allowByKeys(window);
  await asked(window, 3);
  await allowByKeys(window);
  await until("the file on the disk", () => window.onDisk(FILE).includes("left_over"));
});

async function goesBackAndForward(window: Window): Promise<void> {
  const restore = window.webview.getByRole("button", { name: "Restore Files to Here: The files as they were behind step 2" });
  await restore.scrollIntoViewIfNeeded();
  await restore.click();
  await window.page.locator(".monaco-dialog-box").waitFor();
  await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Restore", exact: true }).click();
  await until("only the second step", async () => {
    const text = await window.shownText();
    return text.includes("left_over") && !text.includes("a cent each");
  });
  await window.webview.getByRole("button", { name: "Go Forward Again" }).click();
  await window.editorShows("a cent each");
}

/** VS Code may be late with lenses when it has much to do; it asks for them again where one clicks into the file. */
async function hasLensesOfBoth(window: Window): Promise<void> {
  const undoFile = lenses(window, "Undo File");
  await until("the lenses of both changes", async () => {
    try {
      await undoFile.waitFor({ timeout: 10_000 });
      return true;
    } catch {
      await window.page.locator(".editor-instance .view-lines").first().click();
      return false;
    }
  });
}

scene("a run is shown to its end in every theme, its files go back and forward, and its changes are undone one by one", async (window) => {
  await requestFix(window);
  await isFixedLate(window);
  // By the highlighter, which the page loads under the policy that VS Code adds to its own.
  await window.webview.locator('.diff [class^="token-"]').first().waitFor();
  await hasLensesOfBoth(window);
  await isBehindALine(window, "− share = total_cents // people");
  await readmePicture(window, "run", "dark", "light");
  await window.openViews();
  await readmePicture(window, "changes", "dark");
  // Behind a narrow window the chat stays narrow.
  await isReadable(window);

  await goesBackAndForward(window);
  await hasLensesOfBoth(window);
  await clickLens(window, "Undo", { above: 0, of: 2 });
  await until("one change less and one left", async () => {
    const text = await window.shownText();
    return text.includes("left_over") && !text.includes("a cent each");
  });
});
