/** Texts of ours that are shown in English although they are translated. */

import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "playwright-core";

import type { Window } from "./window";

/** What stands in elements of their own, and what screen readers, tooltips and empty fields say. */
function wordsIn(body: Element): string[] {
  const names = ["aria-label", "title", "placeholder", "data-words"];
  return [...body.querySelectorAll("*")].flatMap((each) => [
    ...names.map((name) => each.getAttribute(name) ?? ""),
    each.children.length === 0 ? each.textContent : "",
  ]);
}

/** A word alone may be one of VS Code's own, which stays as it is. */
function isSentence(text: string): boolean {
  return /\S\s+\S/.test(text);
}

/** What is in a file of the extension: texts by their English, or by their keys. */
function read(name: string): Readonly<Record<string, string>> {
  const client = process.env["ARCHITECT_TEST_CLIENT"];
  if (client === undefined) throw new Error("ARCHITECT_TEST_CLIENT is not set");
  return JSON.parse(readFileSync(path.join(client, name), "utf8")) as Readonly<Record<string, string>>;
}

function english(): ReadonlySet<string> {
  const [manifest, translated] = [read("package.nls.json"), read("package.nls.es.json")];
  const pairs = [
    ...Object.entries(manifest).map(([key, text]) => [text, translated[key]] as const),
    ...Object.entries(read("l10n/bundle.l10n.es.json")),
  ];
  return new Set(pairs.filter(([text, other]) => text !== other && isSentence(text)).map(([text]) => text));
}

/** In the window and in the chat, if that is open. */
export async function leftInEnglish(window: Window): Promise<readonly string[]> {
  const words = english();
  const places: Locator[] = [window.page.locator("body")];
  if (await window.page.locator("iframe.webview.ready").last().isVisible()) places.push(window.webview.locator("body"));
  const seen = await Promise.all(places.map((place) => place.evaluate(wordsIn)));
  return [...new Set(seen.flat().map((text) => text.trim()))].filter((text) => words.has(text));
}
