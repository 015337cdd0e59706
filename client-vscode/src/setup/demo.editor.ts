/** The recorded demo, in a terminal: a real run of the server on a project of its own. */

import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";

import { EventEmitter, window, type Pseudoterminal } from "vscode";

import type { ServerCommand } from "../daemon/discovery";
import { ownEnvironment } from "../daemon/serverProcess";
import { escapeControls } from "../displayText";
import { t } from "../l10n";

/** Shows the demo of the server that `command` starts. */
export function showDemo(command: ServerCommand): void {
  const terminal = window.createTerminal({ name: t("Architect Demo"), pty: demo(command.program) });
  terminal.show();
}

/** A terminal stays open with what the demo said, which one of the demo's own would not. */
function demo(program: string): Pseudoterminal {
  const written = new EventEmitter<string>();
  const closed = new EventEmitter<void>();
  let child: ChildProcess | undefined;
  const write = (text: string) => {
    written.fire(escapeControls(text).replace(/\n/g, "\r\n"));
  };
  return {
    onDidWrite: written.event,
    onDidClose: closed.event,
    open: () => {
      child = spawn(program, ["demo"], {
        cwd: homedir(),
        env: ownEnvironment(process.env),
        stdio: ["ignore", "pipe", "pipe"],
        windowsHide: true,
      });
      child.stdout?.setEncoding("utf8").on("data", write);
      child.stderr?.setEncoding("utf8").on("data", write);
      child.on("error", (error) => {
        write(`${error.message}\n`);
      });
      child.on("close", () => {
        write(`\n${t("End of the demo. You can close this terminal.")}\n`);
      });
    },
    close: () => {
      child?.kill();
    },
  };
}
