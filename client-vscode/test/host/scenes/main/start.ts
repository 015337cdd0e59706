import assert from "node:assert/strict";
import * as vscode from "vscode";

import { scene } from "../../run";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

scene("every command of the package is there", async () => {
  const extension = vscode.extensions.getExtension("architect-lsp.architect");
  const manifest = extension?.packageJSON as Manifest;
  const known = new Set(await vscode.commands.getCommands(true));
  const missing = manifest.contributes.commands.map((each) => each.command).filter((id) => !known.has(id));
  assert.deepEqual(missing, []);
});
