/** The module `vscode`, as far as the chat of the editor is concerned; import it before what needs that. */

import Module from "node:module";
import type * as vscode from "vscode";

export interface FakeChat {
  participant: vscode.ChatRequestHandler | undefined;
  readonly tools: Map<string, vscode.LanguageModelTool<unknown>>;
}

/** What the extension has registered. */
export const registered: FakeChat = { participant: undefined, tools: new Map() };

class FakeMarkdown {
  constructor(public value = "") {}

  /** Escaped, as VS Code does it. */
  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~]/g, "\\$&");
    return this;
  }
}

class FakeTextPart {
  constructor(readonly value: string) {}
}

class FakeToolResult {
  constructor(readonly content: readonly unknown[]) {}
}

class FakeUri {
  constructor(readonly path: string) {}
  static readonly file = (path: string): FakeUri => new FakeUri(path);
  static readonly joinPath = (base: FakeUri, ...parts: readonly string[]): FakeUri =>
    new FakeUri([base.path, ...parts].join("/"));
  toString(): string {
    return `file://${this.path}`;
  }
}

type ChatApi = Pick<typeof vscode.chat, "createChatParticipant">;
type ToolApi = Pick<typeof vscode.lm, "registerTool">;

const disposed: unknown = { dispose: () => undefined };
const nothing = disposed as vscode.Disposable;

const chat: ChatApi = {
  createChatParticipant: (id, handler) => {
    registered.participant = handler;
    return { id, requestHandler: handler, onDidReceiveFeedback: () => nothing, dispose: () => undefined };
  },
};

const lm: ToolApi = {
  registerTool: (name, tool) => {
    registered.tools.set(name, tool);
    return nothing;
  },
};

/** What `vscode` has of chat; builds without it have neither. */
export const editor: { chat: ChatApi | undefined; lm: ToolApi | undefined } & Record<string, unknown> = {
  chat,
  lm,
  MarkdownString: FakeMarkdown,
  LanguageModelTextPart: FakeTextPart,
  LanguageModelToolResult: FakeToolResult,
  Uri: FakeUri,
};

const loader = Module as unknown as { _load: (request: string, ...more: readonly unknown[]) => unknown };
const load = loader._load.bind(loader);
loader._load = (request, ...more) => (request === "vscode" ? editor : load(request, ...more));
