/** The language model that the test extension `fakeModel` brings to VS Code. */

import * as vscode from "vscode";

import type { Call } from "./model";

/** One that `hangs` ends when it is cancelled; `error` is one of vscode.LanguageModelError. */
export interface EditorReply {
  readonly text?: readonly string[];
  readonly calls?: readonly { id: string; name: string; input: object }[];
  readonly error?: string;
  readonly hangs?: boolean;
}

export interface EditorRequest {
  readonly messages: readonly string[];
  readonly tools: readonly string[];
}

export interface EditorModel {
  script(replies: readonly EditorReply[]): void;
  requests(): readonly EditorRequest[];
  cancelled(): number;
}

export async function editorModel(): Promise<EditorModel> {
  const extension = vscode.extensions.getExtension<EditorModel>("architect-tests.fake-model");
  if (extension === undefined) throw new Error("the test extension fake-model is not installed");
  return await extension.activate();
}

/** A reply that makes `calls`, after some text. */
export function replyWith(text: string, ...calls: readonly Call[]): EditorReply {
  const made = calls.map((call, index) => ({
    id: `call-${index}`,
    name: call.name,
    input: call.arguments,
  }));
  return { text: [text], calls: made };
}
