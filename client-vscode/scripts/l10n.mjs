// node scripts/l10n.mjs   the translations, brought up to date with what src/ and package.json say;
//                         tells which texts are still to be translated
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const CLIENT = path.resolve(import.meta.dirname, "..");
export const LANGUAGES = ["es"];

/** Modules whose functions get their texts from others. */
const OWN_WORDS = new Set(["l10n.ts", "displayText.ts"]);

/** The texts that each function says, by the arguments of a call. */
const SAYS = {
  t: ([text]) => readings(text),
  tn: ([one, many]) => [...readings(one), ...readings(many)],
  pluralize: ([, noun, plural]) =>
    readings(noun).flatMap((one) => [one, plural === undefined ? `${one}s` : plural.text].map((words) => `{number} ${words}`)),
};

/** What `node` may say: one text, or either of two; none if that is known only at run time. */
function readings(node) {
  if (ts.isConditionalExpression(node)) return [...readings(node.whenTrue), ...readings(node.whenFalse)];
  return ts.isStringLiteralLike(node) ? [node.text] : [];
}

/** Texts of `source`, and the lines where a text cannot be read because it is none yet. */
export function textsIn(source, name = "source.ts") {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found = { texts: [], unreadable: [] };
  (function visit(node) {
    if (ts.isCallExpression(node) && Object.hasOwn(SAYS, node.expression.getText(file))) {
      const said = SAYS[node.expression.getText(file)](node.arguments);
      found.texts.push(...said);
      if (said.length === 0) found.unreadable.push(`${name}:${file.getLineAndCharacterOfPosition(node.pos).line + 1}`);
    }
    ts.forEachChild(node, visit);
  })(file);
  return found;
}

/** Of all of src/, each text once. */
export function textsOfSource() {
  const names = readdirSync(path.join(CLIENT, "src"), { recursive: true, encoding: "utf8" });
  const modules = names.filter((name) => name.endsWith(".ts") && !OWN_WORDS.has(name)).sort();
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
