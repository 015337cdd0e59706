/** The languages that code is coloured in: those that projects are commonly written in. */

import type { HLJSApi, Language, LanguageFn, Mode } from "highlight.js";
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import dart from "highlight.js/lib/languages/dart";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import groovy from "highlight.js/lib/languages/groovy";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import objectivec from "highlight.js/lib/languages/objectivec";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import protobuf from "highlight.js/lib/languages/protobuf";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import scss from "highlight.js/lib/languages/scss";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

export const GRAMMARS = {
  bash,
  cpp,
  csharp,
  dart,
  diff,
  dockerfile,
  elixir,
  go,
  graphql,
  groovy,
  ini,
  java,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  objectivec,
  perl,
  php,
  powershell,
  protobuf,
  python,
  r,
  ruby,
  rust,
  scala,
  scss,
  shell,
  sql,
  swift,
  // The tags in TypeScript have no scripts in them, which would have tags in them.
  tags: embedding(xml, () => undefined),
  typescript: embedding(typescript, (name) => (name === "xml" ? "tags" : name)),
  xml: embedding(xml, (name) => (name === "css" ? "scss" : "typescript")),
  yaml,
} as const;

/** Further names, and endings of files; a language that contains another one stands for both. */
export const ALIASES: Readonly<Partial<Record<keyof typeof GRAMMARS, readonly string[]>>> = {
  bash: ["fish", "ksh", "shellscript"],
  cpp: ["c", "h"],
  groovy: ["gradle"],
  ini: ["cfg", "conf", "env", "properties"],
  json: ["jsonl"],
  objectivec: ["m"],
  python: ["pyi", "python3"],
  scss: ["css", "less", "sass"],
  sql: ["mysql", "postgresql", "sqlite"],
  typescript: ["cjs", "javascript", "js", "jsx", "mjs"],
  xml: ["htm", "svelte", "vue", "xaml"],
};

/**
 * A grammar with other languages in it than it has by itself. Each is one: of several, every one
 * would be tried on every text.
 */
function embedding(grammar: LanguageFn, other: (name: string) => string | undefined): LanguageFn {
  return (hljs: HLJSApi): Language => {
    const made = grammar(hljs);
    const seen = new Set<Mode>();
    const rest: Mode[] = [made];
    for (let mode = rest.pop(); mode !== undefined; mode = rest.pop()) {
      if (!seen.has(mode)) {
        seen.add(mode);
        embed(mode, other);
        rest.push(...partsOf(mode));
      }
    }
    return made;
  };
}

function embed(mode: Mode, other: (name: string) => string | undefined): void {
  const before = [mode.subLanguage].flat()[0];
  const name = before === undefined ? undefined : other(before);
  if (name === undefined) {
    delete mode.subLanguage;
  } else {
    mode.subLanguage = name;
  }
}

function partsOf({ contains, variants, starts }: Mode): readonly Mode[] {
  return [...(contains ?? []), ...(variants ?? []), starts].filter((part) => typeof part === "object");
}
