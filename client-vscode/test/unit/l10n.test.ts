import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { pluralize } from "../../src/displayText";
import { shown, t, tn, useTexts, type Texts } from "../../src/l10n";

function inSpanish(scene: () => void): void {
  useTexts(JSON.parse(readFileSync(path.join(process.cwd(), "l10n", "bundle.l10n.es.json"), "utf8")) as Texts);
  try {
    scene();
  } finally {
    useTexts({});
  }
}

test("a text is what the source says, unless a language is used", () => {
  assert.equal(t("Undo {name}?", { name: "{x}" }), "Undo {x}?");
  inSpanish(() => {
    assert.equal(t("Undo {name}?", { name: "{name}" }), "¿Deshacer {name}?");
    assert.equal(t("of no language {name}"), "of no language {name}");
  });
});

test("counted things have the form of their number, and fixed texts of the server are translated", () => {
  assert.deepEqual([pluralize(1, "change"), pluralize(2, "change")], ["1 change", "2 changes"]);
  inSpanish(() => {
    assert.deepEqual([pluralize(1, "change"), pluralize(2, "change")], ["1 cambio", "2 cambios"]);
    assert.equal(tn("{number} change was kept", "{number} changes were kept", 3), "Se mantuvieron 3 cambios");
    assert.equal(shown("Partly done: timed out"), "Hecho en parte: tiempo agotado");
    assert.equal(shown("said by a model"), "said by a model");
  });
});
