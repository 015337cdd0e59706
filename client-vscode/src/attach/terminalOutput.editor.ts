/** What the last command in a terminal of this window wrote, where the shell tells of its commands. */

import { window, type Terminal, type TerminalShellExecution } from "vscode";

import { combinedDisposable, type Disposable } from "../disposable";
import { MAX_TEXT, plainOutput, terminalOf, type EndedCommand } from "./attachments";
import type { Attachment } from "../panel/attachment";

/** Sequences of the terminal are not part of what is kept in the end. */
const MAX_RAW = 4 * MAX_TEXT;

export class TerminalOutput implements Disposable {
  private readonly running = new Map<TerminalShellExecution, Kept>();
  private readonly ended = new Map<Terminal, EndedCommand>();
  private newest: Terminal | undefined;
  private readonly listening = combinedDisposable(
    window.onDidStartTerminalShellExecution(({ execution }) => {
      const kept = { output: "", read: Promise.resolve() };
      kept.read = follow(execution, kept);
      this.running.set(execution, kept);
    }),
    window.onDidEndTerminalShellExecution(({ execution, terminal, exitCode }) => {
      void this.end(execution, terminal, exitCode);
    }),
    window.onDidCloseTerminal((terminal) => {
      this.ended.delete(terminal);
    }),
  );

  /** Of the terminal in front, else of the one whose command ended last; undefined if none has. */
  last(): Attachment | undefined {
    const found = this.endedIn(window.activeTerminal) ?? this.endedIn(this.newest);
    return found === undefined ? undefined : terminalOf(found);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private endedIn(terminal: Terminal | undefined): EndedCommand | undefined {
    return terminal === undefined ? undefined : this.ended.get(terminal);
  }

  private async end(execution: TerminalShellExecution, terminal: Terminal, exitCode: number | undefined): Promise<void> {
    const kept = this.running.get(execution);
    this.running.delete(execution);
    await kept?.read;
    const { commandLine, cwd } = execution;
    const output = plainOutput(kept?.output ?? "");
    this.ended.set(terminal, { command: commandLine.value, cwd: cwd?.fsPath ?? "", output, exitCode });
    this.newest = terminal;
  }
}

interface Kept {
  output: string;
  /** Settles when all of it was read. */
  read: Promise<void>;
}

async function follow(execution: TerminalShellExecution, kept: Kept): Promise<void> {
  for await (const written of execution.read()) {
    kept.output = `${kept.output}${written}`.slice(-MAX_RAW);
  }
}
