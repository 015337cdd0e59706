/** The page of the browser in which scenes are played one after the other. */

import type { Browser, Page } from "playwright-core";

const TIMEOUT_MS = 40_000;
export const VIEWPORT = { width: 1440, height: 900 };
/** V8 is slow to free what a window leaves behind: after five scenes a page has 900 MB. */
const MOST_SCENES = 3;
const STORED = "cookies,indexeddb,local_storage,cache_storage,service_workers";

/**
 * Only the program of VS Code stays in the page from scene to scene, as the browser has compiled it:
 * that is a third of the time a window takes to open. What VS Code has stored is forgotten.
 */
export class Screen {
  private page: Page | undefined;
  private scenes = 0;

  constructor(
    private readonly browser: Browser,
    /** Where VS Code is served. */
    private readonly url: string,
  ) {}

  /** A page with nothing in it. */
  async clear(): Promise<Page> {
    if (this.scenes >= MOST_SCENES) await this.discard();
    this.scenes += 1;
    const page = (this.page ??= await this.open());
    // At the same address, lest the browser take another process.
    await page.goto(`${this.url}/healthz`);
    const session = await page.context().newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: this.url, storageTypes: STORED });
    await session.detach();
    await page.setViewportSize(VIEWPORT);
    await page.mouse.move(-1, -1);
    return page;
  }

  /** Take another page from now on: who knows what is wrong with this one. */
  async discard(): Promise<void> {
    await this.page?.context().close();
    this.page = undefined;
    this.scenes = 0;
  }

  private async open(): Promise<Page> {
    const page = await this.browser.newPage({ viewport: VIEWPORT });
    page.setDefaultTimeout(TIMEOUT_MS);
    // VS Code asks whether what is not saved may be left.
    page.on("dialog", (dialog) => void dialog.accept());
    return page;
  }
}
