/** A window with two folders. */

import { cpSync } from "node:fs";
import path from "node:path";

import type { Window } from "./window";

/** Load VS Code with the project, and beside it a copy of it called `name`, as the folders of one workspace. */
export async function openBeside(window: Window, name: string): Promise<void> {
  const { project } = window.around;
  cpSync(project, window.file(`../${name}`), { recursive: true });
  const folders = [path.basename(project), name].map((folder) => ({ path: folder }));
  window.write("../both.code-workspace", JSON.stringify({ folders }));
  await window.load(`workspace=${window.file("../both.code-workspace")}`);
}
