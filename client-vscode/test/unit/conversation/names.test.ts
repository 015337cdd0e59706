import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

// The panel reads events field by field, so that a server of another age breaks nothing; what the
// compiler cannot see then is a name that the server has given up.

const SOURCES = path.join(process.cwd(), "src");
const GENERATED = readFileSync(path.join(SOURCES, "protocol/generated.ts"), "utf8");

const READERS = ["conversation", "panel"].flatMap((folder) =>
  readdirSync(path.join(SOURCES, folder))
    .filter((name) => /^(?!messages|requests|choices|attachment|chatActions|draft|keptMessages|keptDrafts|notice)\w+\.ts$/.test(name))
    .map((name) => readFileSync(path.join(SOURCES, folder, name), "utf8")),
);

function namesIn(texts: readonly string[], pattern: RegExp): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? "")));
}

test("every field that the panel reads of an event is one that the server has", () => {
  const read = namesIn(READERS, /(?:(?:textOf|textsOf|numberOf|isSet|listOf)\(\w+, |\w\[)"(\w+)"/g);
  const known = namesIn([GENERATED], /readonly (\w+)\??:/g);
  assert.ok(read.size > 40, `only ${String(read.size)} were found`);
  assert.deepEqual([...read].filter((name) => !known.has(name)), []);
});

/** What released servers call events that have other names by now. */
const FORMER: ReadonlySet<string> = new Set(["changes.turned_down"]);

test("every type of event that the panel knows is one that the server has, or had", () => {
  const read = namesIn(READERS, /"((?!architect\.)[a-z]+\.[a-z_]+)"/g);
  const known = namesIn([GENERATED], /readonly type: "([a-z_.]+)"/g);
  assert.ok(read.size > 20, `only ${String(read.size)} were found`);
  assert.deepEqual([...read].filter((name) => !known.has(name) && !FORMER.has(name)), []);
});
