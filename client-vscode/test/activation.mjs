// What the extension takes to be loaded and activated, in milliseconds of the processor, as JSON: under plain
// Node.js, with a stand-in for VS Code's API that does nothing. So it is our own share, without what VS Code makes of
// views and commands, and without its cache of compiled code. `benchmarks/activation.py` runs this; nothing fails by it.
//
// node test/activation.mjs EXTENSION.JS FOLDER   FOLDER is where the extension would keep what it has
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";

const [bundle, folder] = process.argv.slice(2).map((each) => path.resolve(each));

/** Whatever is asked of it: every property is another one, and so is what a call gives. */
function anything(known = {}) {
  const made = new Map(Object.entries(known));
  return new Proxy(class {}, {
    get: (_, name) => {
      // Not a promise, an empty list, an empty text.
      if (name === "then") return undefined;
      if (name === "prototype") return {};
      if (name === Symbol.iterator) return () => [].values();
      if (name === Symbol.toPrimitive) return () => "";
      if (!made.has(name)) made.set(name, anything());
      return made.get(name);
    },
    set: () => true,
    apply: () => anything(),
    construct: () => anything(),
  });
}

const uri = anything({ fsPath: folder });
const values = new Map();
const memento = { get: (key, otherwise) => values.get(key) ?? otherwise, update: async (key, value) => void values.set(key, value), keys: () => [] };
const settings = anything({ get: (_, otherwise) => otherwise, inspect: () => undefined });
const vscode = anything({
  env: anything({ language: "en" }),
  l10n: anything({ t: (text) => text, bundle: undefined }),
  workspace: anything({ workspaceFolders: [], textDocuments: [], isTrusted: true, getConfiguration: () => settings }),
  window: anything({ visibleTextEditors: [], activeTextEditor: undefined }),
});
const context = {
  subscriptions: [],
  extensionUri: uri,
  extensionPath: folder,
  globalStorageUri: uri,
  globalState: memento,
  workspaceState: memento,
  secrets: anything({ get: async () => undefined }),
  languageModelAccessInformation: anything(),
};

const original = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : original(name, ...rest));

const require = createRequire(import.meta.url);
// VS Code uses these itself.
for (const [, name] of readFileSync(bundle, "utf8").matchAll(/require\("([\w:/]+)"\)/g)) {
  if (Module.isBuiltin(name)) require(name);
}

/** Milliseconds of the processor since `before`. */
function took(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const began = process.cpuUsage();
const extension = require(bundle);
const load = took(began);
const loaded = process.cpuUsage();
extension.activate(context);
console.log(JSON.stringify({ load, activate: took(loaded) }));
// What goes on behind it, such as looking for the server, is not waited for.
process.exit();
