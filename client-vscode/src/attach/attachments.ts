/** What is attached to the next message of the chat from menus, in the values of the protocol. */

import type { ActiveDocument } from "../commands/ui";
import { escapeControls, oneLine } from "../displayText";
import { lineCount, type Attachment } from "../panel/attachment";
import type { JsonObject, WireRange } from "../protocol/generated";

/** Characters of a text that are attached; of a longer one the end, which says how it went. */
export const MAX_TEXT = 64_000;

/** The selected lines, or the file where nothing is selected. */
export function selectionOrFile({ uri, name, selection, isSelectionEmpty }: ActiveDocument): Attachment {
  return isSelectionEmpty
    ? { kind: "file", name, uri }
    : { kind: "selection", name: `${name}:${linesOf(selection)}`, uri, range: selection };
}

export function filesOf(uris: readonly string[], nameOf: (uri: string) => string): readonly Attachment[] {
  return uris.map((uri) => ({ kind: "file", name: nameOf(uri), uri }));
}

/** Those at the cursor, each with where it stands and who reports it. */
export function problemsAt({ uri, name, diagnostics }: ActiveDocument): readonly Attachment[] {
  return diagnostics.map((each) => {
    const message = textIn(each, "message");
    const source = textIn(each, "source");
    const range = each["range"] as WireRange;
    const where = `${name}:${String(range.start.line + 1)}`;
    const text = `${where}: ${message}${source === "" ? "" : ` [${source}]`}`;
    return { kind: "problem", name: `${where} ${oneLine(message, 60)}`, uri, range, text };
  });
}

/** A test, with the name of its file and what it said when it failed. */
export function testOf(label: string, message: string, uri: string | undefined, file: string): Attachment {
  const place = uri === undefined ? {} : { uri };
  const name = oneLine(label, 120);
  const lines = [`Test: ${name}`, file === "" ? "" : `File: ${file}`, lastOf(message)];
  return { kind: "test", name, ...place, text: lines.filter((line) => line !== "").join("\n") };
}

/** What a command in a terminal wrote; `exitCode` is undefined where the shell did not say. */
export interface EndedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly output: string;
  readonly exitCode: number | undefined;
}

export function terminalOf({ command, cwd, output, exitCode }: EndedCommand): Attachment {
  const code = exitCode === undefined ? "" : `\n[exit code ${String(exitCode)}]`;
  const where = cwd === "" ? "" : `(in ${cwd}) `;
  const printed = lastOf(output);
  const text = `${where}$ ${command}\n${printed}${code}`;
  return { kind: "terminal", name: `$ ${oneLine(command, 60)}`, text, lines: lineCount(printed) };
}

/** Control sequences of a terminal, which colour and move: ECMA-48, and operating system commands. */
// eslint-disable-next-line no-control-regex -- these are the point
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

/** What can be read of a text that was written for a terminal. */
export function plainOutput(written: string): string {
  const lines = written.replace(SEQUENCE, "").replaceAll("\r\n", "\n").split("\n");
  // Of a line that was written over, the last writing is seen.
  const seen = lines.map((line) => line.split("\r").findLast((part) => part !== "") ?? "");
  return escapeControls(seen.join("\n").replaceAll("\b", ""));
}

function lastOf(text: string): string {
  return text.length <= MAX_TEXT ? text : `[...]\n${text.slice(-MAX_TEXT)}`;
}

function linesOf({ start, end }: WireRange): string {
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return last > start.line + 1 ? `${String(start.line + 1)}-${String(last)}` : String(start.line + 1);
}

function textIn(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}
