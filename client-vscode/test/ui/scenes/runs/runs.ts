import assert from "node:assert/strict";

import { reading, until } from "../../../until";
import { seriousViolations } from "../../accessibility";
import { fixes } from "../../ledger";
import { longScene, scene } from "../../run";
import type { Window } from "../../window";

const FILE = "ledger/split.py";

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

/** The keys of `Architect: Answer`, for the first question. */
async function allowByKeys(window: Window): Promise<void> {
  await reading();
  await window.page.keyboard.press("Control+K");
  await window.page.keyboard.press("Alt+Enter");
}

scene("a question shows the diff and is answered by keys", async (window) => {
  window.set("architect.review", "confirm");
  await requestFix(window);
  await asked(window, 1);
  // It opens by itself only if nobody has typed a moment before.
  await window.webview.getByRole("button", { name: "Open Diff Editor" }).click();
  await window.page.locator(".monaco-diff-editor").first().waitFor();
  await window.picture("confirm");
  for (const next of [2, 3]) {
    await allowByKeys(window);
    await asked(window, next);
  }
  await allowByKeys(window);
  await until("the file on the disk", () => window.onDisk(FILE).includes("left_over"));
});

scene("a run is shown to its end, and its changes are undone one by one at their CodeLenses", async (window) => {
  await requestFix(window);
  await isFixed(window);
  // By the highlighter, which the page loads under the policy that VS Code adds to its own.
  await window.webview.locator('.diff [class^="token-"]').first().waitFor();
  await window.picture("run");
  assert.deepEqual(await seriousViolations(window), []);

  await window.ourView.click();
  const lens = window.page.locator(".codelens-decoration a");
  await lens.filter({ hasText: /^Undo File$/ }).waitFor();
  await window.picture("changes");
  // The page has them in the order in which it made them.
  const undo = await lens.filter({ hasText: /^Undo$/ }).all();
  const tops = await Promise.all(undo.map(async (each) => (await each.boundingBox())?.y ?? Number.POSITIVE_INFINITY));
  await undo[tops.indexOf(Math.min(...tops))]?.click();
  await until("one change less and one left", async () => {
    const text = await window.shownText();
    return text.includes("left_over") && !text.includes("a cent each");
  });
});

longScene("the files of a run go back to where a step stands, and forward again", async (window) => {
  await requestFix(window);
  await isFixed(window);
  const restore = window.webview.getByRole("button", { name: "Restore Files to Here: The files as they were behind step 2" });
  await restore.scrollIntoViewIfNeeded();
  await restore.click();
  await window.page.locator(".monaco-dialog-box").waitFor();
  await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Restore", exact: true }).click();
  await until("only the second step", async () => {
    const text = await window.shownText();
    return text.includes("left_over") && !text.includes("a cent each");
  });
  await window.page.getByRole("button", { name: "Go Forward Again" }).click();
  await window.editorShows("a cent each");
});
