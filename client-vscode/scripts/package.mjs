// node scripts/package.mjs FILE VERSION   the .vsix, with the server's wheel that stands under server/
import path from "node:path";
import { createVSIX } from "@vscode/vsce";

const [file, version] = process.argv.slice(2);

await createVSIX({
  cwd: path.resolve(import.meta.dirname, ".."),
  packagePath: path.resolve(file),
  version,
  updatePackageJson: false,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
