/** The models of the editor, as `architect/llm/*` needs them: no type of the editor in sight. */

import type { Cancellation } from "../disposable";
import type { EditorModel, JsonObject } from "../protocol/generated";

export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

/** A call that the model makes; `input` is what it decoded to. */
export interface CallPart {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

export interface ResultPart {
  readonly kind: "result";
  readonly callId: string;
  readonly text: string;
}

/** The editor knows only these two roles. */
export type Message =
  | { readonly role: "user"; readonly parts: readonly (TextPart | ResultPart)[] }
  | { readonly role: "assistant"; readonly parts: readonly (TextPart | CallPart)[] };

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly justification: string;
  /** Passed to the provider as they are; most know none of them. */
  readonly modelOptions: JsonObject;
}

export interface LanguageModel extends EditorModel {
  /** False as long as the editor has still to ask its user for it. */
  readonly canSendRequest: boolean;
  /**
   * Parts as they come, the first one, which may be empty, as soon as the request is accepted; may
   * throw whatever the editor throws.
   */
  send(request: ModelRequest, cancellation: Cancellation): AsyncIterable<TextPart | CallPart>;
  /** Undefined if it cannot be counted. */
  count(text: string): Promise<number | undefined>;
}

export interface LanguageModels {
  /** All models this extension may use, the editor's favourite first. */
  all(): Promise<readonly LanguageModel[]>;
}
