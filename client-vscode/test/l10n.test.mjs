// Every language says all that the extension says, and nothing else.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import * as l10n from "../scripts/l10n.mjs";

test("what is translated stands in the source as one text: no template is filled before it is looked up", () => {
  assert.deepEqual(l10n.textsOfSource().unreadable, []);
});

test("what package.json says stands in package.nls.json, and nothing else stands there", () => {
  const keys = Object.keys(l10n.read("package.nls.json")).sort();
  assert.deepEqual([...new Set(l10n.keysOfManifest())].sort(), keys);
});

for (const language of l10n.LANGUAGES) {
  test(`${language}: package.json is translated; if not, run node scripts/l10n.mjs`, () => {
    const translated = l10n.read(`package.nls.${language}.json`);
    assert.deepEqual(l10n.problemsOf(l10n.read("package.nls.json"), translated), []);
  });

  test(`${language}: all that src/ says is translated; if not, run node scripts/l10n.mjs`, () => {
    const wanted = l10n.wantedBundle();
    assert.ok(Object.keys(wanted).length > 500);
    assert.deepEqual(l10n.problemsOf(wanted, l10n.read(l10n.bundleOf(language))), []);
  });

  test(`${language}: the walkthrough is translated, with the same code and settings`, () => {
    const folder = "media/walkthrough";
    const names = readdirSync(folder).filter((name) => !name.includes(".nls."));
    const contents = (suffix) =>
      Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/${name.replace(/\.md$/, suffix)}`, "utf8")]));
    assert.deepEqual(l10n.problemsOf(contents(".md"), contents(`.nls.${language}.md`)), []);
  });
}

test("a translation that is missing, stale, or has other fields is seen", () => {
  const wanted = { a: "{number} of {total}", b: "two", c: "[Open](command:x)" };
  const translated = { a: "{number} de {all}", c: "[Abrir](command:y)", d: "" };
  assert.deepEqual(l10n.problemsOf(wanted, translated), [
    "not translated: b",
    "said nowhere: d",
    "other fields, code or links: a",
    "other fields, code or links: c",
  ]);
});

test("texts are found in calls, both of a choice, and those of counted things", () => {
  const source = 't(isOne ? "one" : "{n} of all"); tn("a", "b", 2); pluralize(n, "file"); t(`${x}`); other("no")';
  assert.deepEqual(l10n.textsIn(source), {
    texts: ["one", "{n} of all", "a", "b", "{number} file", "{number} files"],
    unreadable: ["source.ts:1"],
  });
});
