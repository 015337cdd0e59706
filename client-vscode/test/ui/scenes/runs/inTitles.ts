import { call, calls, reads, says } from "../../../host/model";
import { clickLens, lenses, pressInTitle } from "../../editors";
import { longScene } from "../../run";
import type { Window } from "../../window";

const FILE = "ledger/split.py";
const HEAD = '"""Splitting an amount among people."""';
const CHECK = "    if people < 1:\n";
const SHARE = "    share = total_cents // people\n";

const edit = (from: string, to: string) =>
  calls(call("edit_file", { path: FILE, old_str: from, new_str: to }));

const diff = (window: Window) => window.page.locator(".monaco-diff-editor");

/** The diff of the question with `text`; it opens by itself only if nobody has typed a moment before. */
async function isAsked(window: Window, text: string): Promise<void> {
  const card = window.webview.locator('.question[data-open="true"]').filter({ hasText: text });
  await card.getByRole("button", { name: "Open Diff Editor" }).click();
  await window.page.locator(".monaco-diff-editor .editor.modified .view-line", { hasText: text }).waitFor();
}

/** Write `text` behind the line with `before` in the diff. */
async function typeBehind(window: Window, before: string, text: string): Promise<void> {
  const lines = window.page.locator(".monaco-diff-editor .editor.modified .view-line");
  await lines.filter({ hasText: before }).click();
  await window.page.keyboard.press("End");
  await window.page.keyboard.type(text);
  await lines.filter({ hasText: `${before}${text}` }).waitFor();
}

/** Compare the last of `count` changes. */
async function compareLast(window: Window, count: number): Promise<void> {
  await window.openFile(FILE);
  await clickLens(window, "Compare", { above: count - 1, of: count });
  await diff(window).waitFor();
}

longScene("in titles of diffs an edit is changed and allowed, one denied with a reason, a change kept and one undone", async (window) => {
  window.set("architect.review", "confirm");
  window.modelGives(
    reads(FILE),
    edit(HEAD, '"""Bills, and who owes what."""'),
    edit(CHECK, "    if people < 2:\n"),
    edit(SHARE, "    share = round(total_cents / people)\n"),
    says("Two of three."),
  );
  await window.openFile(FILE);
  await window.runTask("change three things");
  await isAsked(window, "who owes what");
  await typeBehind(window, '"""Bills, and who owes what."""', "  # mine");
  await window.picture("diff-of-question");
  await pressInTitle(window, "Allow");

  await isAsked(window, "people < 2");
  await pressInTitle(window, "Deny...");
  await window.titled("Reason for Denying");
  await window.answerInput("one person may pay");
  await isAsked(window, "round(");
  await pressInTitle(window, "Allow");
  await window.said("Two of three.").waitFor();
  await diff(window).waitFor({ state: "hidden" });
  await window.editorShows('owes what."""  # mine');

  await compareLast(window, 2);
  await window.picture("diff-of-change");
  await pressInTitle(window, "Undo");
  await diff(window).waitFor({ state: "hidden" });
  await window.editorShows("total_cents // people");
  await compareLast(window, 1);
  await pressInTitle(window, "Keep");
  await diff(window).waitFor({ state: "hidden" });
  await lenses(window, "Undo").first().waitFor({ state: "detached" });
  await window.editorShows('owes what."""  # mine');
  await window.said("one person may pay").waitFor();
});
