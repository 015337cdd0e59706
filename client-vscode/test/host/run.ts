/** Where VS Code begins with our tests: it calls `run` and stays until that is over. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";

import { resultsFolder, SceneFailure, Scenes, textOfError, type Body } from "../scenes";
import { until } from "../until";
import { Stage } from "./stage";

const EXTENSION = "architect-lsp.architect";
/** Of two attempts, each with its clearing up, within what pytest waits. */
const MOST_MS = 150_000;
const SETTINGS = ["model", "mode", "review", "hunks.lenses", "budgetUsd", "maxSteps"];

const scenes = new Scenes<Stage>();
export const { scene, longScene } = scenes;

export async function run(): Promise<void> {
  let problem = "";
  try {
    const extension = await until("the extension", () => vscode.extensions.getExtension(EXTENSION));
    await extension.activate();
    await scenes.play(around);
  } catch (error) {
    problem = textOfError(error);
  }
  writeFileSync(path.join(resultsFolder(), "finished"), problem);
}

async function around(name: string, body: Body<Stage>): Promise<readonly string[]> {
  const stage = new Stage(name, workspaceFolder());
  try {
    await inTime(body(stage));
  } catch (error) {
    throw new SceneFailure(error, notes(stage));
  } finally {
    await inTime(clearUp(stage));
  }
  return [];
}

/** What comes of `work`; commands of VS Code may never end, as where a view is shown that is closed meanwhile. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`a scene that does not end within ${MOST_MS / 1000} s`));
    }, MOST_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function workspaceFolder(): string {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  if (first === undefined) throw new Error("no folder is open");
  return first.uri.fsPath;
}

/** What was said and is open, beside a failure. */
function notes(stage: Stage): readonly string[] {
  const documents = vscode.workspace.textDocuments.filter((each) => each.uri.scheme === "file");
  return [
    ...stage.inputs.asked.map((each) => `asked: ${each}`),
    ...stage.messages.all.map((each) => `message: ${each.text} [${each.buttons.join(" | ")}]`),
    ...documents.map((each) => `${each.fileName}: ${JSON.stringify(each.getText())}`),
  ];
}

/** The next scene finds nothing open, no run and the settings as they were. */
async function clearUp(stage: Stage): Promise<void> {
  stage.dispose();
  await vscode.commands.executeCommand("architect.ui.cancel");
  for (const document of vscode.workspace.textDocuments) {
    if (document.isDirty) await discard(document);
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  for (const key of SETTINGS) await stage.set(key, undefined);
}

async function discard(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
}
