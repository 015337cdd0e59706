/* global document, window, MessageEvent, requestAnimationFrame -- of the page, in which parts of this run */
// The page of a run panel in a real Chromium, with a stand-in for the extension behind it.
//
// themes.json holds what VS Code 1.139 gives a webview: the class of its body, and those variables of
// four of its themes that our styles use (null where a theme leaves one out).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import * as esbuild from "esbuild";
import { chromium } from "playwright-core";

const CLIENT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const DELTAS = new Set(["model.delta", "model.reasoning", "tool.output", "gate.started"]);
const ORIGIN = "http://panel.test";

export const THEMES = JSON.parse(read("test/webview/themes.json"));

/** The themes in which axe looks: those that are named, or all. */
export const LOOKED_AT = process.env.ARCHITECT_TEST_THEMES?.split(",") ?? Object.keys(THEMES);
export const RUNS = Object.fromEntries(
  ["completed", "denied", "cancelled", "gate", "limit", "planned"].map((name) => [
    name,
    JSON.parse(read(`test/unit/conversation/runs/${name}.json`)),
  ]),
);

function read(file) {
  return readFileSync(path.join(CLIENT, file), "utf8");
}

/** The bundle and its chunks by name. */
async function bundled(entryPoint, options = {}) {
  const built = await esbuild.build({
    entryPoints: [path.join(CLIENT, entryPoint)],
    bundle: true,
    write: false,
    outdir: "out",
    format: "esm",
    ...options,
  });
  return built.outputFiles.map((file) => [path.basename(file.path), file.text]);
}

/** What stands in dist/webview, made anew. */
async function assets(language) {
  const options = { splitting: true, chunkNames: "[name]", target: "chrome120" };
  const [[, source]] = await bundled("src/panel/page.ts");
  const { page } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const html = page({
    nonce: "0123456789abcdef",
    language,
    texts: language === "en" ? {} : JSON.parse(read(`l10n/bundle.l10n.${language}.json`)),
    scriptUri: `${ORIGIN}/main.js`,
    styleUri: `${ORIGIN}/main.css`,
    chunkUris: ["chunk.js", "parse.js"].map((name) => `${ORIGIN}/${name}`),
  });
  return {
    "/": ["text/html", html],
    ...Object.fromEntries(
      (await bundled("src/webview/main.ts", options)).map(([name, text]) => [`/${name}`, ["text/javascript", text]]),
    ),
    "/main.css": ["text/css", (await bundled("src/webview/main.css"))[0][1]],
  };
}

/** A browser in which panels can be opened. */
export async function browserWithPanels(language = "en") {
  const files = await assets(language);
  const browser = await chromium.launch({
    executablePath: process.env.ARCHITECT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
  const left = [];
  return {
    close: () => browser.close(),
    open: (options = {}) => Panel.open(browser, files, left.pop(), options),
    /** The next panel is loaded into the page of this one: that takes half as long as a page of its own. */
    leave: (panel) => left.push(panel.page),
  };
}

/** Play `scene` in a panel as new, in which nothing may go wrong unseen. */
export async function playInPanel(browser, scene, options) {
  const panel = await browser.open(options);
  try {
    await scene(panel, panel.page);
    assert.deepEqual(panel.errors, []);
    assert.deepEqual(panel.requests, []);
  } catch (error) {
    await panel.close();
    throw error;
  }
  browser.leave(panel);
}

const USUAL = { viewport: { width: 700, height: 800 }, reducedMotion: null };

export class Panel {
  /** A panel in the page that another one has left, or in a new one. */
  static async open(browser, files, left, { theme = "dark", kept, ...options }) {
    const { viewport, reducedMotion } = { ...USUAL, ...options };
    const page = left ?? (await newPage(browser));
    page.removeAllListeners("pageerror");
    await page.unrouteAll();
    await page.mouse.move(-1, -1);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion });
    const panel = new Panel(page);
    await panel.load(files, theme, kept);
    return panel;
  }

  /** Addresses that were asked for and are not ours. */
  requests = [];
  errors = [];
  /** Of the last event. */
  seq = 0;

  constructor(page) {
    this.page = page;
  }

  async load(files, theme, kept) {
    const { page } = this;
    page.on("pageerror", (error) => this.errors.push(error));
    await page.route("**/*", (route) => {
      const url = new URL(route.request().url());
      const file = url.origin === ORIGIN ? files[url.pathname] : undefined;
      if (file === undefined) {
        this.requests.push(url.href);
        return route.abort();
      }
      return route.fulfill({ contentType: file[0], body: file[1] });
    });
    await page.goto(`${ORIGIN}/?${encodeURIComponent(JSON.stringify(kept ?? null))}`);
    await page.evaluate(dress, THEMES[theme]);
    await page.locator("main:not([aria-busy])").waitFor({ state: "attached" });
  }

  close() {
    return this.page.close();
  }

  /** Messages of the webview so far. */
  sent(type) {
    return this.page.evaluate((wanted) => window.sent.filter((each) => each.type === wanted), type);
  }

  kept() {
    return this.page.evaluate(() => window.kept);
  }

  /** What the extension says; shown when this ends. */
  async post(...messages) {
    await this.page.evaluate(async (all) => {
      all.forEach((message) => window.dispatchEvent(new MessageEvent("message", { data: message })));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, messages);
  }

  /** A session from its beginning. */
  async show(events, state = {}) {
    const whole = { sessionId: "s", isConnected: true, blockedReason: "", ...state };
    await this.post({ type: "conversation", state: whole });
    await this.post({ type: "events", events: this.numbered(events), isPast: true });
  }

  /** What happens then. */
  async more(...events) {
    await this.post({ type: "events", events: this.numbered(events), isPast: false });
  }

  numbered(events) {
    return events.map((each) => ({ ...each, seq: this.number(each) }));
  }

  /** A delta has the number of the event before it. */
  number({ type }) {
    this.seq += DELTAS.has(type) ? 0 : 1;
    return this.seq;
  }

  /** What axe finds, in a word for each. */
  async axe() {
    await this.page.evaluate(axe.source);
    const { violations } = await this.page.evaluate(() => window.axe.run(document));
    return violations.map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("\n")}`,
    );
  }
}

async function newPage(browser) {
  const page = await browser.newPage();
  await page.addInitScript(standIn);
  return page;
}

/** VS Code's side of a webview; what the page has kept stands in its address. */
function standIn() {
  window.sent = [];
  window.kept = JSON.parse(decodeURIComponent(window.location.search.slice(1)) || "null") ?? undefined;
  window.violations = [];
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => window.sent.push(message),
    getState: () => window.kept,
    setState: (state) => {
      window.kept = state;
    },
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    window.violations.push(event.effectiveDirective);
  });
}

function dress({ bodyClass, variables }) {
  document.body.className = bodyClass;
  for (const [name, value] of Object.entries(variables)) {
    if (value !== null) {
      document.documentElement.style.setProperty(name, value);
    }
  }
}
