// What the bundles contain of other people's packages, with the licences they come under.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The folders of the packages of which `metafile` (esbuild's) has a file. */
function foldersIn(metafile) {
  const found = Object.keys(metafile.inputs).map((file) => PACKAGE.exec(file)?.[0]);
  return [...new Set(found.filter((folder) => folder !== undefined))].sort();
}

/** Throws if a package comes without the text of its licence: it must not be passed on then. */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) {
    throw new Error(`${name} has no file with its licence`);
  }
  const text = readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}

export function thirdPartyNotices(metafile) {
  const head = "The extension contains these packages, under these licences.\n";
  return [head, ...foldersIn(metafile).map(noticeOf)].join(`\n${"-".repeat(80)}\n\n`);
}
