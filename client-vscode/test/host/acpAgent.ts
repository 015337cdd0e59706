/** `architect acp` beside VS Code, started as another editor does: JSON-RPC, one message a line. */

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import * as vscode from "vscode";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

interface Option {
  readonly kind: string;
  readonly optionId: string;
}

export class AcpAgent {
  /** What it has told its user so far. */
  told = "";
  private readonly process: ChildProcessByStdio<Writable, Readable, null>;
  private readonly waiting = new Map<number, (answer: Message) => void>();
  private sessionId: unknown;

  /** It works in `folder` with the files as they are on the disk; `model` is a recorded one. */
  constructor(private readonly folder: string, model: string) {
    const server = vscode.workspace.getConfiguration("architect").get<string>("server.path") ?? "";
    const env = { ...process.env, ARCHITECT_MODEL: model };
    this.process = spawn(server, ["acp"], { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] });
    createInterface(this.process.stdout).on("line", (line) => {
      this.receive(JSON.parse(line) as Message);
    });
  }

  async begin(): Promise<void> {
    await this.ask("initialize", { protocolVersion: 1, clientCapabilities: {} });
    this.sessionId = (await this.ask("session/new", { cwd: this.folder, mcpServers: [] }))["sessionId"];
  }

  /** Have `text` carried out; what is asked is allowed. */
  async say(text: string): Promise<void> {
    await this.ask("session/prompt", { sessionId: this.sessionId, prompt: [{ type: "text", text }] });
  }

  end(): void {
    this.process.kill();
  }

  private async ask(method: string, params: unknown): Promise<Readonly<Record<string, unknown>>> {
    const id = this.waiting.size + 1;
    const answer = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    this.send({ id, method, params });
    const { result, error } = await answer;
    if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  private receive({ id, method, params = {}, ...answer }: Message): void {
    if (method === "session/request_permission") {
      const allowed = (params["options"] as readonly Option[]).find(({ kind }) => kind === "allow_once");
      this.send({ id, result: { outcome: { outcome: "selected", optionId: allowed?.optionId } } });
    } else if (method === "session/update") {
      const { content } = params["update"] as { content?: { text?: string } };
      this.told += content?.text ?? "";
    } else if (method === undefined && id !== undefined) {
      this.waiting.get(id)?.(answer);
    } else if (id !== undefined) {
      this.send({ id, error: { code: -32601, message: `no ${String(method)} here` } });
    }
  }

  private send(message: object): void {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
