/** What a scene gets: a folder of its own in the workspace, models, and what VS Code shows. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";

import { resultsFolder, slug } from "../scenes";
import { until } from "../until";
import { Inputs } from "./inputs";
import { Messages } from "./messages";
import { Gate, recorded, type Reply } from "./model";

export class Stage {
  readonly messages = new Messages();
  readonly inputs = new Inputs();
  /** The folder of the scene, on the disk. */
  readonly folder: string;
  private readonly scripts: string;
  private models = 0;

  constructor(
    name: string,
    readonly workspace: string,
  ) {
    this.folder = path.join(workspace, slug(name));
    this.scripts = path.join(resultsFolder(), "models", slug(name));
    for (const folder of [this.folder, this.scripts]) mkdirSync(folder, { recursive: true });
  }

  /** A file of the scene as the model names it: from the root of the workspace. */
  path(file: string): string {
    return path.relative(this.workspace, path.join(this.folder, file));
  }

  uri(file: string): vscode.Uri {
    return vscode.Uri.file(path.join(this.folder, file));
  }

  write(file: string, text: string): vscode.Uri {
    writeFileSync(path.join(this.folder, file), text);
    return this.uri(file);
  }

  onDisk(file: string): string {
    return readFileSync(path.join(this.folder, file), "utf8");
  }

  /** Write a file and open it. */
  async open(file: string, text: string): Promise<vscode.TextEditor> {
    const document = await vscode.workspace.openTextDocument(this.write(file, text));
    return await vscode.window.showTextDocument(document);
  }

  gate(): Gate {
    return new Gate(path.join(this.folder, "gate"), this.path("gate"));
  }

  /** From now on runs are answered by a model that gives `replies`. */
  async modelGives(...replies: readonly Reply[]): Promise<void> {
    await this.set("model", this.modelOf(...replies));
  }

  /** The name of a model that gives `replies`. */
  modelOf(...replies: readonly Reply[]): string {
    this.models += 1;
    return recorded(path.join(this.scripts, String(this.models)), replies);
  }

  /** Change a setting of the extension, for this scene. */
  async set(key: string, value: unknown): Promise<void> {
    const settings = vscode.workspace.getConfiguration("architect");
    await settings.update(key, value, vscode.ConfigurationTarget.Global);
    const now = () => vscode.workspace.getConfiguration("architect").get(key);
    await until(`the setting ${key}`, () => now() === value || value === undefined);
  }

  /** Give `task` to the agent, for the selection in the active editor. */
  async runOnSelection(task: string): Promise<void> {
    await this.orderOnSelection(task);
    await this.closeChat();
  }

  /** Where no conversation is in sight, what happens is told by notifications. */
  async closeChat(): Promise<void> {
    await vscode.commands.executeCommand("architect.chat.focus");
    await vscode.commands.executeCommand("workbench.action.closeAuxiliaryBar");
  }

  /** The same where it may be refused, so that no conversation opens. */
  async orderOnSelection(task: string): Promise<void> {
    this.inputs.enter(task);
    await vscode.commands.executeCommand("architect.ui.runOnSelection");
  }

  /** The end of the run with `task`, as the status bar tells it. */
  async ends(task: string, how: string): Promise<void> {
    await this.messages.with(`${task}”: ${how}`);
  }

  async textBecomes(document: vscode.TextDocument, text: string): Promise<void> {
    await until(`the text ${JSON.stringify(text)}`, () => document.getText() === text);
  }

  dispose(): void {
    this.messages.dispose();
    this.inputs.dispose();
  }
}
