/** Clicks through VS Code: started by pytest as a program of its own. */

import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

import { resultsFolder, SceneFailure, Scenes, slug, textOfError, type Body } from "../scenes";
import { Screen } from "./screen";
import { Window, type Surroundings } from "./window";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const scenes = new Scenes<Window>();
export const { scene, longScene, sequel, longSequel } = scenes;
/** The window of the scene before, if that went well. */
let left: Window | undefined;

export async function run(): Promise<void> {
  let problem = "";
  try {
    const browser = await chromium.launch({ executablePath: given("CHROMIUM"), args: FLAGS });
    const screen = new Screen(browser, given("URL"));
    await scenes.play((name, body, goesOn) => around(screen, name, body, goesOn));
    await browser.close();
  } catch (error) {
    problem = textOfError(error);
  }
  writeFileSync(path.join(resultsFolder(), "finished"), problem);
}

/** Each scene has a window as new, in which nothing of another is open, unless it is a sequel. */
async function around(
  screen: Screen,
  name: string,
  body: Body<Window>,
  goesOn: boolean,
): Promise<readonly string[]> {
  const before = goesOn ? left : undefined;
  left = undefined;
  resetSettings();
  const window = before ?? new Window(await screen.clear(), surroundingsOf(name), name);
  const { page } = window;
  const errors: string[] = [];
  const hear = (error: Error) => errors.push(`page error: ${error.message}`);
  page.on("pageerror", hear);
  try {
    await (before === undefined ? window.load() : window.tidy());
    await body(window);
    left = window;
    return errors;
  } catch (error) {
    const picture = path.join(resultsFolder(), `${slug(name)}.png`);
    await page.screenshot({ path: picture }).catch(() => undefined);
    await screen.discard();
    throw new SceneFailure(error, [`picture: ${picture}`, ...errors]);
  } finally {
    page.off("pageerror", hear);
  }
}

/** Each scene has a folder of its own, too: what was not saved comes back with its folder. */
function surroundingsOf(name: string): Surroundings {
  const project = path.join(given("PROJECTS"), slug(name), "ledger");
  cpSync(given("SOURCE"), project, { recursive: true });
  const scripts = path.join(resultsFolder(), "models");
  const pictures = process.env["ARCHITECT_TEST_PICTURES"];
  const readmePictures = process.env["ARCHITECT_TEST_README_PICTURES"];
  for (const folder of [scripts, pictures, readmePictures]) {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  }
  return {
    url: given("URL"),
    project,
    settings: given("SETTINGS"),
    scripts,
    pictures,
    readmePictures,
  };
}

function resetSettings(): void {
  const settings = given("SETTINGS");
  copyFileSync(`${settings}.first`, settings);
}

function given(name: string): string {
  const value = process.env[`ARCHITECT_TEST_${name}`];
  if (value === undefined) throw new Error(`ARCHITECT_TEST_${name} is not set`);
  return value;
}
