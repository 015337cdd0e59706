/** The window of a real VS Code in a browser, worked with as a user does: by keys and clicks. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";

import { slug } from "../scenes";
import { recorded, type Reply } from "../host/model";
import { until } from "../until";
import { VIEWPORT } from "./screen";
import { THEMES, type Theme } from "./themes";

export interface Surroundings {
  /** Where VS Code is served. */
  readonly url: string;
  /** The folder that is open. */
  readonly project: string;
  /** The file with the settings. */
  readonly settings: string;
  /** For scripts of models. */
  readonly scripts: string;
  /** For pictures, and for those that the README shows; undefined if nobody wants any. */
  readonly pictures: string | undefined;
  readonly readmePictures: string | undefined;
}

/** Whether it is seen within the time. */
export async function appears(what: Locator, timeoutMs: number): Promise<boolean> {
  return await what.waitFor({ timeout: timeoutMs }).then(
    () => true,
    () => false,
  );
}

export class Window {
  private models = 0;

  constructor(
    readonly page: Page,
    readonly around: Surroundings,
    private readonly name: string,
  ) {}

  /** Load VS Code with the project, or with what else is `opened`. */
  async load(opened = `folder=${this.around.project}`): Promise<void> {
    await this.page.goto(`${this.around.url}/?${opened}`);
    await this.page.locator(".monaco-workbench").waitFor();
    // Extensions are known a moment after the window is there.
    await this.ourView.waitFor();
  }

  /** What was played here before hides nothing and covers nothing. */
  async tidy(): Promise<void> {
    await this.page.setViewportSize(VIEWPORT);
    await this.command("Notifications: Clear All Notifications");
  }

  get settings(): string {
    return this.around.settings;
  }

  /** Our place in the activity bar. */
  get ourView(): Locator {
    return this.page.locator('.activitybar [aria-label="Architect"]').first();
  }

  file(name: string): string {
    return path.join(this.around.project, name);
  }

  write(name: string, text: string): void {
    mkdirSync(path.dirname(this.file(name)), { recursive: true });
    writeFileSync(this.file(name), text);
  }

  onDisk(name: string): string {
    return readFileSync(this.file(name), "utf8");
  }

  /** From now on runs are answered by a model that gives `replies`. */
  modelGives(...replies: readonly Reply[]): void {
    this.models += 1;
    const folder = path.join(this.around.scripts, `${slug(this.name)}-${this.models}`);
    this.set("architect.model", recorded(folder, replies));
  }

  /** The same while VS Code is open: resolves when it has noticed, which its title shows. */
  async modelBecomes(...replies: readonly Reply[]): Promise<void> {
    const title = `model ${this.models + 1}`;
    this.modelGives(...replies);
    this.set("window.title", title);
    await until(`the title ${title}`, async () => (await this.page.title()).includes(title));
  }

  set(key: string, value: unknown): void {
    const now = JSON.parse(readFileSync(this.settings, "utf8")) as Record<string, unknown>;
    writeFileSync(this.settings, JSON.stringify({ ...now, [key]: value }, undefined, 2));
  }

  async theme(theme: Theme): Promise<void> {
    const [name, ofWindow] = THEMES[theme];
    this.set("workbench.colorTheme", name);
    await this.page.locator(`.monaco-workbench.${ofWindow}`).waitFor();
  }

  /** The same, with the chat shown: resolves when that has it, too. */
  async themeOfChat(theme: Theme): Promise<void> {
    await this.theme(theme);
    await this.webview.locator(`body.${THEMES[theme][2]}`).waitFor();
  }

  /** Show our views, unless they are shown. */
  async openViews(): Promise<void> {
    const shown = this.page.locator('.sidebar .pane-header[aria-label^="Runs Section"]');
    if (!(await shown.isVisible())) await this.ourView.click();
  }

  async openFile(name: string): Promise<void> {
    const first = this.page.locator(".quick-input-list .monaco-list-row.focused");
    // It may know the files only that were there when it was opened last.
    await until(`the file ${name}`, async () => {
      await this.page.keyboard.press("Control+KeyP");
      await this.quickInput.fill(name);
      // What was open lately is listed before what is typed narrows it.
      if (await appears(first.filter({ hasText: path.basename(name) }), 5_000)) return true;
      await this.page.keyboard.press("Escape");
      return false;
    });
    await this.page.keyboard.press("Enter");
    await this.page.locator(`.tab[data-resource-name="${path.basename(name)}"]`).waitFor();
    await this.page.locator(".editor-instance .view-line").first().waitFor();
  }

  async command(title: string): Promise<void> {
    // The palette closes when something takes the focus.
    await until(`a click on the command ${title}`, async () => {
      const row = await this.offered(title);
      return await row.click({ timeout: 10_000 }).then(() => true, () => false);
    });
  }

  /** The row of a command in the palette, which is open then. */
  async offered(title: string): Promise<Locator> {
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    // The list is made when it is opened, perhaps before VS Code knows what is possible here.
    await until(`the command ${title}`, async () => {
      await this.page.keyboard.press("F1");
      await this.quickInput.fill(`>${title}`);
      if (await appears(row, 1_000)) return true;
      await this.page.keyboard.press("Escape");
      return false;
    });
    return row;
  }

  /** Give the agent a task, about nothing in particular. */
  async runTask(task: string): Promise<void> {
    await this.command("Architect: Run Task...");
    await this.answerInput(task);
  }

  /** Type into the input that is asked for, and confirm it. */
  async answerInput(text: string): Promise<void> {
    await this.quickInput.fill(text);
    await this.page.keyboard.press("Enter");
  }

  async titled(title: string): Promise<void> {
    const shown = this.page.locator(".quick-input-widget:visible .quick-input-title");
    await shown.filter({ hasText: title }).waitFor();
  }

  async answerInputOf(title: string, text: string): Promise<void> {
    await this.titled(title);
    await this.answerInput(text);
  }

  async pick(text: string): Promise<void> {
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
  }

  get quickInput(): Locator {
    return this.page.locator(".quick-input-widget:visible input.input").first();
  }

  /** An entry of a menu that is open. */
  menu(text: string): Locator {
    return this.page.locator(".monaco-menu .action-item", { hasText: text }).last();
  }

  /** Open the menu below the entry `text` of the menu of `target`; `entry` is one of that. */
  async openSubmenuOf(target: Locator, text: string, entry: string): Promise<void> {
    // Like the palette, a menu is made when it is opened, and it closes when something takes the focus.
    await until(`the menu ${text}`, async () => {
      await target.click({ button: "right" });
      await this.menu(text).waitFor({ timeout: 5_000 }).catch(() => undefined);
      await this.menu(text).hover({ timeout: 1_000 }).catch(() => undefined);
      await this.page.keyboard.press("ArrowRight");
      if (await appears(this.menu(entry), 1_000)) return true;
      // One more Escape would take the selection away.
      while (await this.page.locator(".monaco-menu").first().isVisible()) {
        await this.page.keyboard.press("Escape");
      }
      return false;
    });
  }

  /** Take an entry of the menu that is open. */
  async pickInMenu(text: string): Promise<void> {
    // A menu that has only just opened takes no clicks, lest it be the one that opened it.
    await until(`the end of the menu with ${text}`, async () => {
      await this.menu(text).hover({ timeout: 1_000 }).catch(() => undefined);
      await this.page.keyboard.press("Enter");
      return await this.page.locator(".monaco-menu").first().isHidden();
    });
  }

  /** Close the chat: what is asked and how it goes is told by notifications then. */
  async closeChat(): Promise<void> {
    await this.command("View: Hide Secondary Side Bar");
    await this.page.locator(".part.auxiliarybar").waitFor({ state: "hidden" });
  }

  /** Press a button of the question in the middle of the window. */
  async confirms(text: string, button: string): Promise<void> {
    const dialog = this.page.locator(".monaco-dialog-box", { hasText: text });
    await dialog.getByRole("button", { name: button, exact: true }).click();
  }

  /** The notification with `text`. */
  toast(text: string): Locator {
    return this.page.locator(".notification-toast").filter({ hasText: text }).first();
  }

  async terminalShows(text: string): Promise<void> {
    const lines = this.page.locator(".terminal-wrapper.active .xterm-rows > div");
    await until(`${JSON.stringify(text)} in the terminal`, async () => {
      const shown = await lines.allTextContents();
      return shown.join("\n").replaceAll("\u00a0", " ").includes(text);
    });
  }

  /** Put the cursor into a line of the active editor, from 1. */
  async goToLine(line: number): Promise<void> {
    await this.page.keyboard.press("Control+KeyG");
    await this.quickInput.fill(`:${line}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** Open the menu of the lamp at the cursor, which has to offer `title`. */
  async openLamp(title: string): Promise<void> {
    const offered = this.page.locator(".action-widget", { hasText: title }).first();
    // It is closed when something in the editor moves, such as a lens that comes late.
    await until(`the offer ${title}`, async () => {
      await this.page.keyboard.press("Control+Period");
      return await appears(offered, 2_000);
    });
  }

  /** What the text editors show, line by line. */
  async shownText(): Promise<string> {
    const lines = this.page.locator(".editor-instance .view-line");
    return (await lines.allTextContents()).join("\n").replaceAll("\u00a0", " ");
  }

  async editorShows(text: string): Promise<void> {
    await until(`${JSON.stringify(text)} in the editor`, async () => {
      return (await this.shownText()).includes(text);
    });
  }

  /** The inside of the webview that is shown. */
  get webview(): FrameLocator {
    const outer = this.page.locator("iframe.webview.ready").last().contentFrame();
    return outer.locator("#active-frame").contentFrame();
  }

  /** A text in the conversation; it may be announced to screen readers as well, beside that. */
  said(text: string): Locator {
    return this.webview.locator("main").getByText(text).first();
  }

  /** A picture of the window, in both themes, if pictures are wanted. */
  async picture(name: string): Promise<void> {
    if (this.around.pictures === undefined) return;
    for (const theme of ["dark", "light"] as const) {
      await this.theme(theme);
      await this.pictureAsIs(`${name}-${theme}`);
    }
    await this.theme("dark");
  }

  /** The same of the window as it is, once the colours of its theme have faded in. */
  async pictureAsIs(name: string, folder = this.around.pictures): Promise<void> {
    if (folder === undefined) return;
    await this.page.waitForTimeout(400);
    await this.page.screenshot({ path: path.join(folder, `${name}.png`) });
  }
}
