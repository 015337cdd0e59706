/** The window of a real VS Code in a browser, worked with as a user does: by keys and clicks. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";

import { slug } from "../scenes";
import { recorded, type Reply } from "../host/model";
import { until } from "../until";

export interface Surroundings {
  /** Where VS Code is served. */
  readonly url: string;
  /** The folder that is open. */
  readonly project: string;
  /** The file with the settings. */
  readonly settings: string;
  /** For scripts of models. */
  readonly scripts: string;
  /** For pictures. */
  readonly pictures: string;
}

export type Theme = "dark" | "light";
const THEMES: Readonly<Record<Theme, string>> = { dark: "Dark Modern", light: "Light Modern" };

/** Whether it is seen within the time. */
async function appears(what: Locator, patienceMs: number): Promise<boolean> {
  return await what.waitFor({ timeout: patienceMs }).then(
    () => true,
    () => false,
  );
}

export class Window {
  private models = 0;

  constructor(
    readonly page: Page,
    private readonly around: Surroundings,
    private readonly name: string,
  ) {}

  /** Load VS Code with the project. */
  async load(): Promise<void> {
    await this.page.goto(`${this.around.url}/?folder=${this.around.project}`);
    await this.page.locator(".monaco-workbench").waitFor();
    // Extensions are known a moment after the window is there.
    await this.ourView.waitFor();
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
    const script = path.join(this.around.scripts, `${slug(this.name)}-${this.models}.json`);
    this.set("architect.model", recorded(script, replies));
  }

  set(key: string, value: unknown): void {
    const now = JSON.parse(readFileSync(this.around.settings, "utf8")) as Record<string, unknown>;
    writeFileSync(this.around.settings, JSON.stringify({ ...now, [key]: value }, undefined, 2));
  }

  async theme(theme: Theme): Promise<void> {
    this.set("workbench.colorTheme", THEMES[theme]);
    const wanted = theme === "dark" ? "vs-dark" : "vs";
    await this.page.locator(`.monaco-workbench.${wanted}`).waitFor();
  }

  /** Open a file by the quick open. */
  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press("Control+KeyP");
    await this.quickInput.fill(name);
    await this.page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await this.page.keyboard.press("Enter");
    await this.page.locator(`.tab[data-resource-name="${path.basename(name)}"]`).waitFor();
    await this.page.locator(".editor-instance .view-line").first().waitFor();
  }

  /** Run a command of the palette by its whole title. */
  async command(title: string): Promise<void> {
    await (await this.offered(title)).click();
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

  /** Type into the input that is asked for, and confirm it. */
  async answerInput(text: string): Promise<void> {
    await this.quickInput.fill(text);
    await this.page.keyboard.press("Enter");
  }

  get quickInput(): Locator {
    return this.page.locator(".quick-input-widget:visible input.input").first();
  }

  /** The notification with `text`. */
  toast(text: string): Locator {
    return this.page.locator(".notification-toast").filter({ hasText: text }).first();
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

  /** A picture of the window, in both themes. */
  async picture(name: string): Promise<void> {
    for (const theme of ["dark", "light"] as const) {
      await this.theme(theme);
      await this.page.waitForTimeout(400);
      await this.page.screenshot({ path: path.join(this.around.pictures, `${name}-${theme}.png`) });
    }
    await this.theme("dark");
  }
}
