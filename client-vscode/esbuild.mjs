// node esbuild.mjs [--production] [--watch]   the extension and its webview, into dist/; what is for
//                                             production comes with the licences of what is in it
// node esbuild.mjs --unit                     the unit tests, into dist/unit/
// node esbuild.mjs --host                     what runs inside VS Code, a file per group of scenes
// node esbuild.mjs --ui                       what clicks through VS Code
// --out FOLDER puts it there instead of into dist/.
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import { thirdPartyNotices } from "./scripts/thirdParty.mjs";

const { values: flags } = parseArgs({
  options: {
    production: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
    unit: { type: "boolean", default: false },
    host: { type: "boolean", default: false },
    ui: { type: "boolean", default: false },
    out: { type: "string", default: "dist" },
  },
});

const common = {
  bundle: true,
  logLevel: "warning",
  minify: flags.production,
  sourcemap: flags.production ? false : "linked",
  metafile: flags.production,
  absWorkingDir: import.meta.dirname,
};

const node = {
  ...common,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  // Some libraries name a UMD build as main, whose inner requires no bundler finds.
  mainFields: ["module", "main"],
};

function extension() {
  return { ...node, entryPoints: ["src/extension.ts"], outfile: `${flags.out}/extension.js` };
}

function webview() {
  const entryPoints = ["src/webview/main.ts", "src/webview/main.css"].filter(existsSync);
  const outdir = `${flags.out}/webview`;
  // What is imported dynamically comes in chunks, whose names stay the same: none is left over.
  const chunks = { format: "esm", splitting: true, chunkNames: "[name]" };
  return { ...common, ...chunks, entryPoints, outdir, target: "chrome120" };
}

function filesBelow(folder, suffix) {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return all.filter((name) => name.endsWith(suffix)).sort();
}

/** One file per folder of tests, since each is a process: `node --test dist/unit/*.test.js` finds all. */
function units() {
  const outdir = `${flags.out}/unit`;
  rmSync(outdir, { recursive: true, force: true });
  const tests = filesBelow("test/unit", ".test.ts");
  return [...new Set(tests.map((file) => path.dirname(file)))].map((folder) => {
    const own = tests.filter((file) => path.dirname(file) === folder);
    const contents = own.map((file) => `import "./${file}";`).join("\n");
    const outfile = `${outdir}/${folder === "." ? "own" : folder.replaceAll(path.sep, ".")}.test.js`;
    return bundleOf(contents, "test/unit", outfile);
  });
}

function bundleOf(contents, folder, outfile) {
  const stdin = { contents, resolveDir: path.resolve(import.meta.dirname, folder), loader: "ts" };
  return { ...node, stdin, outfile, sourcemap: "inline" };
}

/** All scenes in one folder of `folder`, which say what they are when they are loaded. */
function groups(folder, runner) {
  const names = readdirSync(`${folder}/scenes`);
  return names.map((group) => {
    const scenes = filesBelow(`${folder}/scenes/${group}`, ".ts");
    const imports = scenes.map((file) => `import "./scenes/${group}/${file}";`);
    const contents = [...imports, `export { run } from "./${runner}";`].join("\n");
    return bundleOf(contents, folder, `${flags.out}/${path.basename(folder)}/${group}.js`);
  });
}

function wanted() {
  if (flags.unit) return units();
  if (flags.host) return groups("test/host", "run");
  if (flags.ui) return groups("test/ui", "run").map(withoutBundledPlaywright);
  return [extension(), webview()].filter((bundle) => bundle.entryPoints.length > 0);
}

/** Playwright finds its own files beside itself. */
function withoutBundledPlaywright(bundle) {
  return { ...bundle, external: ["playwright-core", "axe-core"] };
}

async function main() {
  process.chdir(import.meta.dirname);
  if (!flags.watch) return built(await Promise.all(wanted().map((bundle) => esbuild.build(bundle))));
  const contexts = await Promise.all(wanted().map((bundle) => esbuild.context(bundle)));
  return Promise.all(contexts.map((context) => context.watch()));
}

/** What is passed on says whose it is. */
function built(results) {
  if (!flags.production) return;
  const inputs = Object.assign({}, ...results.map(({ metafile }) => metafile.inputs));
  writeFileSync(`${flags.out}/ThirdPartyNotices.txt`, thirdPartyNotices({ inputs }));
}

await main();
