/* global document -- of the page, in which parts of this run */
// The page in another language: whatever it says that has a translation is said in it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LANGUAGES, bundleOf, read } from "../../scripts/l10n.mjs";
import { browserWithPanels, playInPanel, RUNS } from "./panel.mjs";
import { everything } from "./events.mjs";

/** What stands in elements of their own, and what screen readers, tooltips and empty fields say. */
function wordsOf() {
  const names = ["aria-label", "title", "placeholder", "data-words"];
  return [...document.querySelectorAll("body *")].flatMap((each) => [
    ...names.map((name) => each.getAttribute(name) ?? ""),
    each.children.length === 0 ? each.textContent : "",
  ]);
}

for (const language of LANGUAGES) {
  let browser;

  before(async () => {
    browser = await browserWithPanels(language);
  });

  after(() => browser.close());

  test(`${language}: nothing that is translated is left in English`, { timeout: 120_000 }, () =>
    playInPanel(browser, async (panel, page) => {
      const translated = read(bundleOf(language));
      const english = new Set(Object.keys(translated).filter((text) => translated[text] !== text));
      const seen = new Set();
      for (const events of [everything(), RUNS.limit, RUNS.denied, RUNS.planned]) {
        await panel.show(events);
        (await page.evaluate(wordsOf)).forEach((text) => seen.add(text));
      }
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      assert.deepEqual([...seen].filter((text) => english.has(text)), []);
      const told = Object.values(translated).filter((text) => seen.has(text));
      assert.ok(told.length > 30, `only ${told.length} texts are translated`);
    }));
}
