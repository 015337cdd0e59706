import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

import { call, calls, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { behindLines, isBehindALine } from "../../editors";
import { openRun } from "../../openRun";
import { longScene } from "../../run";
import { row, view } from "../../sideBar";
import type { Window } from "../../window";

const FILES = ["one.py", "two.py", "three.py", "four.py"];
const LINES = Array.from({ length: 21 }, (_, n) => `line_${String(n)} = 0`);
/** Every other line, so that each is a change of its own. */
const CHANGED = LINES.map((line, n) => (n % 2 === 1 ? line.replace("= 0", "= 1") : line));
const TASK = "raise every other line";

function git(window: Window, ...words: readonly string[]): void {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  execFileSync("git", [...who, ...words], { cwd: window.file(".") });
}

/** How many changes wait, as the status bar has it. */
async function waiting(window: Window, count: number): Promise<void> {
  const item = window.page.locator('.statusbar-item [aria-label*="to keep or undo"]');
  if (count === 0) {
    await item.waitFor({ state: "detached" });
  } else {
    await item.and(window.page.locator(`[aria-label^="Architect: ${String(count)} change"]`)).waitFor();
  }
}

/** What is written to a file before VS Code knows of its own writing, it takes for that. */
async function saveAll(window: Window): Promise<void> {
  await window.command("File: Save All");
  await until("no file that is not saved", async () => (await window.page.locator(".tab.dirty").count()) === 0);
}

async function titled(window: Window, title: RegExp): Promise<number> {
  return await window.page.locator(".codelens-decoration a").filter({ hasText: title }).count();
}

/** A key does nothing before VS Code knows that it is possible here; at what is decided it does nothing. */
async function chord(window: Window, second: string, isDone: () => Promise<boolean>): Promise<void> {
  await until(`what Ctrl+K ${second} does`, async () => {
    await window.page.keyboard.press("Control+KeyK");
    await window.page.keyboard.press(second);
    for (let look = 0; look < 10; look += 1) {
      if (await isDone()) return true;
      await window.page.waitForTimeout(300);
    }
    return false;
  });
}

async function pressInTitle(window: Window, button: string): Promise<void> {
  await view(window, "Changes").locator(".pane-header").hover();
  await view(window, "Changes").getByRole("button", { name: button }).click();
}

const atLine = (window: Window, line: number) => async () =>
  await window.page.locator(".statusbar-item", { hasText: `Ln ${String(line)}, Col` }).isVisible();

const isLine = (window: Window, text: string) => async () => (await window.shownText()).includes(text);

longScene("forty changes in four files are decided by keys, lenses and all at once, and the same run again has one set", async (window) => {
  for (const file of FILES) window.write(file, `${LINES.join("\n")}\n`);
  git(window, "add", ".");
  git(window, "commit", "-q", "-m", "Four files");
  const write = (path: string) => call("write_file", { path, content: `${CHANGED.join("\n")}\n` });
  window.modelGives(...FILES.map(reads), calls(...FILES.map(write)), says("All are raised."));
  await window.ourView.click();
  await window.runTask(TASK);
  await window.said("All are raised.").waitFor();
  await waiting(window, 40);
  await row(window, "Changes", "four.py").getByText("10 changes").waitFor();
  await window.closeChat();
  await pressInTitle(window, "View All Changes");
  // VS Code draws those that there is room for.
  await window.page.locator(".multiDiffEntry", { hasText: "one.py" }).waitFor();
  assert.equal(await window.page.locator(".multiDiffEntry .status.renamed").count(), 0);
  await window.page.locator(".multiDiffEntry .view-line", { hasText: "line_1 = 1" }).first().waitFor();
  await until("nothing behind the lines of the diff", async () => (await behindLines(window)).length === 0);
  await window.picture("all-changes");
  await window.openFile("one.py");
  await window.page.locator(".codelens-decoration a", { hasText: /^Undo File$/ }).waitFor();
  await isBehindALine(window, "line_1 = 0");

  await chord(window, "Alt+ArrowDown", atLine(window, 2));
  const isKept = async () => (await row(window, "Changes", "one.py").getByText("9 changes").count()) > 0;
  await chord(window, "Alt+KeyK", isKept);
  await waiting(window, 39);
  await chord(window, "Alt+ArrowDown", atLine(window, 4));
  await chord(window, "Alt+KeyU", isLine(window, "line_3 = 0"));
  await waiting(window, 38);

  const lens = window.page.locator(".codelens-decoration a");
  await window.goToLine(6);
  await window.page.keyboard.press("End");
  await window.page.keyboard.type("  # mine");
  await lens.filter({ hasText: "Undo Anyway..." }).waitFor();
  await lens.filter({ hasText: "Keep (edited since)" }).waitFor();
  await lens.filter({ hasText: "Undo Anyway..." }).click();
  await window.page.locator(".monaco-dialog-box").waitFor();
  await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Undo Anyway", exact: true }).click();
  await window.editorShows("line_5 = 0");
  await waiting(window, 37);
  await lens.filter({ hasText: "Undo Anyway..." }).waitFor({ state: "detached" });

  await pressInTitle(window, "Keep All Changes");
  await waiting(window, 0);
  await until("no lens", async () => (await titled(window, /Keep|Undo/)) === 0);
  await saveAll(window);
  const kept = CHANGED.map((line, n) => (n === 3 || n === 5 ? LINES[n] : line));
  await until("the file on the disk", () => window.onDisk("one.py") === `${kept.join("\n")}\n`);

  git(window, "checkout", "-q", ".");
  await window.editorShows("line_1 = 0");
  await window.runTask(TASK);
  await waiting(window, 40);
  await window.closeChat();
  await until("one set of lenses", async () => (await titled(window, /^Undo File$/)) === 1 && (await titled(window, /^Undo$/)) > 0);
  assert.equal(await titled(window, /^Undo$/), await titled(window, /^Keep$/));
  assert.ok((await titled(window, /^Undo$/)) <= 10);
  await openRun(window, TASK);
  await window.webview.getByRole("button", { name: "Keep All", exact: true }).click();
  await waiting(window, 0);
  await until("no lens", async () => (await titled(window, /Keep|Undo/)) === 0);
});

const OFFERED = "offered.py";

longScene("proposals are called so in the editor, the chat and the view, and all are accepted at once", async (window) => {
  window.set("architect.review", "propose");
  window.write(OFFERED, `${LINES.join("\n")}\n`);
  const proposed = call("write_file", { path: OFFERED, content: `${CHANGED.join("\n")}\n` });
  window.modelGives(reads(OFFERED), calls(proposed), says("It is proposed."));
  await window.openViews();
  await window.openFile(OFFERED);
  await window.editorShows("line_1 = 0");
  await window.runTask("propose it");
  await window.said("It is proposed.").waitFor();
  await window.webview.getByRole("button", { name: "Discard Proposals..." }).waitFor();
  await row(window, "Changes", OFFERED).getByText("10 proposals").waitFor();
  await window.page.locator(".codelens-decoration a").filter({ hasText: /^Accept$/ }).first().waitFor();
  await isBehindALine(window, "→ line_1 = 1");
  await window.picture("proposals");
  assert.ok((await window.shownText()).includes("line_1 = 0"));
  await window.webview.getByRole("button", { name: "Accept All", exact: true }).click();
  await window.editorShows("line_1 = 1");
  await row(window, "Changes", OFFERED).waitFor({ state: "detached" });
});
