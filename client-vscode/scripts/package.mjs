// node scripts/package.mjs [FILE]   the .vsix, with the server's wheel that stands under server/
import path from "node:path";
import { createVSIX } from "@vscode/vsce";

const root = path.resolve(import.meta.dirname, "..");
const packagePath = path.resolve(process.argv[2] ?? path.join(root, "dist", "architect.vsix"));

await createVSIX({
  cwd: root,
  packagePath,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
