// node scripts/l10n.mjs   the translations, brought up to date with what src/ and package.json say;
//                         tells which texts are still to be translated
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const CLIENT = path.resolve(import.meta.dirname, "..");
export const LANGUAGES = ["es"];

/** How many texts each function takes, one after the other. */
const TEXTS = { t: 1, tn: 2, shownLater: 1 };

/** Texts of `source`, and the lines where a text cannot be read because it is none yet. */
export function textsIn(source, name = "source.ts") {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found = { texts: [], unreadable: [] };
  (function visit(node) {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      for (const text of node.arguments.slice(0, TEXTS[node.expression.text] ?? 0)) {
        if (ts.isStringLiteralLike(text)) found.texts.push(text.text);
        else found.unreadable.push(`${name}:${file.getLineAndCharacterOfPosition(text.pos).line + 1}`);
      }
    }
    ts.forEachChild(node, visit);
  })(file);
  return found;
}

/** Of all of src/, each text once. */
export function textsOfSource() {
  const names = readdirSync(path.join(CLIENT, "src"), { recursive: true, encoding: "utf8" });
  const modules = names.filter((name) => name.endsWith(".ts") && path.basename(name) !== "l10n.ts").sort();
  const found = modules.map((name) => textsIn(readFileSync(path.join(CLIENT, "src", name), "utf8"), name));
  return {
    texts: [...new Set(found.flatMap(({ texts }) => texts))].sort(),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}

/** What has to be in a translation, too: fields, code and the targets of links. */
export function fixedParts(text) {
  return [...text.matchAll(/\{\w+\}|`[^`]*`|\]\([^)]*\)|\.\.\.$/g)].map(([part]) => part).sort();
}

/** What is wrong with `translated`, which is `wanted` in another language; both by key. */
export function problemsOf(wanted, translated) {
  const changed = (key) => String(fixedParts(wanted[key])) !== String(fixedParts(translated[key]));
  const has = (key) => (translated[key] ?? "") !== "";
  return [
    ...Object.keys(wanted).filter((key) => !has(key)).map((key) => `not translated: ${key}`),
    ...Object.keys(translated).filter((key) => !(key in wanted)).map((key) => `said nowhere: ${key}`),
    ...Object.keys(wanted).filter((key) => has(key) && changed(key)).map((key) => `other fields, code or links: ${key}`),
  ];
}

/** The keys that package.json names, as `%key%`. */
export function keysOfManifest() {
  return [...readFileSync(path.join(CLIENT, "package.json"), "utf8").matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
}

export function read(name) {
  const file = path.join(CLIENT, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

export function bundleOf(language) {
  return `l10n/bundle.l10n.${language}.json`;
}

export function wantedBundle() {
  return Object.fromEntries(textsOfSource().texts.map((text) => [text, text]));
}

/** What was translated, with nothing in place of what was not. */
function updated(wanted, translated) {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, translated[key] ?? ""]));
}

function main() {
  for (const language of LANGUAGES) {
    const files = [
      [bundleOf(language), wantedBundle()],
      [`package.nls.${language}.json`, read("package.nls.json")],
    ];
    for (const [name, wanted] of files) {
      const all = updated(wanted, read(name));
      writeFileSync(path.join(CLIENT, name), `${JSON.stringify(all, undefined, 2)}\n`);
      for (const problem of problemsOf(wanted, all)) console.log(`${name}: ${problem}`);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
