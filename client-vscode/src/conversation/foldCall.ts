/** What becomes of tool calls, in a run. */

import { t } from "../l10n";
import type { BackgroundCommand, CallBlock, FileChange, Subagent } from "./blocks";
import { callSummary } from "./callSummary";
import { isSet, numberOf, textOf, type RunEvent } from "./event";
import { NO_OUTPUT, withOutput } from "./outputTail";
import { lastOf, withBlock, withChanged, type ChangedFile, type Run } from "./run";

export function foldCall(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case "tool.requested":
      return requested(run, event);
    case "tool.decided":
      return decided(run, event);
    case "tool.output":
      return printed(run, event);
    case "child.started":
    case "child.called":
    case "child.denied":
    case "child.finished":
      return delegated(run, event);
    case "background.started":
    case "background.ended":
    case "background.kept":
      return inBackground(run, event);
    case "file.changed":
    case "file.proposed":
      return changed(run, event);
    default:
      return finished(run, event);
  }
}

/** The run with its open calls interrupted: it is over, and they never came to an end. */
export function interrupted(run: Run): Run {
  const blocks = run.blocks.map((block) => (block.kind === "call" ? over(block) : block));
  return blocks.every((block, index) => block === run.blocks[index]) ? run : { ...run, blocks };
}

function over(call: CallBlock): CallBlock {
  if (call.background !== undefined) {
    const background = commandOver(call.background);
    return background === call.background ? call : { ...call, background };
  }
  const subagents = call.subagents.map(subagentOver);
  const isSame = subagents.every((each, index) => each === call.subagents[index]);
  const ended = isSame ? call : { ...call, subagents };
  return isUnderWay(call) ? { ...ended, state: "interrupted" } : ended;
}

function subagentOver(subagent: Subagent): Subagent {
  const commands = subagent.commands.map(commandOver);
  return commands.every((each, index) => each === subagent.commands[index]) ? subagent : { ...subagent, commands };
}

/** One that was killed with its run had no end of its own. */
function commandOver(command: BackgroundCommand): BackgroundCommand {
  return command.isKept || command.ended !== "" ? command : { ...command, ended: t("ended with the run") };
}

function isUnderWay(call: CallBlock): boolean {
  return call.state === "requested" || call.state === "running";
}

/** Models use the same id again in later steps: the last call of that id is meant. */
function callOf(run: Run, event: RunEvent): CallBlock | undefined {
  const callId = textOf(event, "callId");
  return lastOf(run, "call", (call) => call.callId === callId);
}

function requested(run: Run, event: RunEvent): Run {
  const text = textOf(event, "arguments");
  return withBlock(run, {
    kind: "call",
    callId: textOf(event, "callId"),
    name: textOf(event, "name"),
    summary: callSummary(text),
    arguments: text,
    state: "requested",
    reason: "",
    output: NO_OUTPUT,
    result: "",
    durationS: undefined,
    changes: [],
    subagents: [],
    background: undefined,
  });
}

function decided(run: Run, event: RunEvent): Run {
  const call = callOf(run, event);
  if (call === undefined) {
    return run;
  }
  const serverSummary = textOf(event, "summary");
  const summary = serverSummary === "" ? call.summary : serverSummary;
  if (isSet(event, "allowed")) {
    return withChanged(run, { ...call, summary, state: "running" });
  }
  const reason = textOf(event, "reason");
  const by = textOf(event, "by");
  const denied = { ...run, denials: run.denials + 1 };
  // A person's own words need no name.
  const isAnswer = by === "" || by === "confirmation";
  const denialReason = isAnswer ? reason : reason === "" ? t("by {by}", { by }) : t("by {by}: {reason}", { by, reason });
  return withChanged(denied, { ...call, summary, state: "denied", reason: denialReason });
}

function printed(run: Run, event: RunEvent): Run {
  const call = callOf(run, event);
  if (call === undefined || !isUnderWay(call)) {
    return run;
  }
  const isError = textOf(event, "stream") === "stderr";
  const output = withOutput(call.output, textOf(event, "text"), isError);
  return withChanged(run, { ...call, output });
}

function finished(run: Run, event: RunEvent): Run {
  const call = callOf(run, event);
  if (call === undefined) {
    return run;
  }
  const text = textOf(event, "text");
  const ended = isSet(event, "success") ? "succeeded" : isSet(event, "cutOff") ? "interrupted" : "failed";
  const path = textOf(event, "path");
  return withChanged(run, {
    ...call,
    summary: call.summary === "" ? path : call.summary,
    state: call.state === "denied" ? "denied" : ended,
    result: text,
    durationS: ended === "interrupted" ? undefined : numberOf(event, "durationS"),
  });
}

/** Lines of a sub-agent that are kept. */
const MOST_CALLS = 100;

/** What a call's own sub-agent does; runs below that one are not told apart. */
function delegated(run: Run, event: RunEvent): Run {
  const call = callOf(run, event);
  if (call === undefined) {
    return run;
  }
  const runId = textOf(event, "childId");
  const index = call.subagents.findIndex((each) => each.runId === runId);
  const after = withEvent(call.subagents[index] ?? newSubagent(runId), event);
  const subagents = index < 0 ? [...call.subagents, after] : call.subagents.with(index, after);
  return withChanged(run, { ...call, subagents });
}

function newSubagent(runId: string): Subagent {
  return { runId, agent: "", task: "", calls: [], callCount: 0, commands: [], status: "" };
}

function withEvent(subagent: Subagent, event: RunEvent): Subagent {
  const line = `${textOf(event, "name")} ${textOf(event, "summary")}`.trim();
  switch (event.type) {
    case "child.started":
      return { ...subagent, agent: textOf(event, "agent"), task: textOf(event, "task") };
    case "child.finished":
      return { ...subagent, status: textOf(event, "status") };
    case "background.started":
    case "background.ended":
    case "background.kept":
      return { ...subagent, commands: withCommand(subagent.commands, event) };
    case "child.denied":
      return withLine(subagent, `denied ${line}: ${textOf(event, "reason")}`);
    default:
      return withLine(subagent, line);
  }
}

function withLine(subagent: Subagent, line: string): Subagent {
  const calls = [...subagent.calls, line].slice(-MOST_CALLS);
  return { ...subagent, calls, callCount: subagent.callCount + 1 };
}

/** What becomes of the command of a call that is over, or of a sub-agent. */
function inBackground(run: Run, event: RunEvent): Run {
  if (textOf(event, "childId") !== "") {
    return delegated(run, event);
  }
  const call = callOf(run, event);
  return call === undefined ? run : withChanged(run, { ...call, background: commandAfter(call.background, event) });
}

function withCommand(commands: readonly BackgroundCommand[], event: RunEvent): readonly BackgroundCommand[] {
  const index = commands.findIndex(({ handle }) => handle === textOf(event, "handle"));
  const after = commandAfter(commands[index], event);
  return index < 0 ? [...commands, after] : commands.with(index, after);
}

function commandAfter(before: BackgroundCommand | undefined, event: RunEvent): BackgroundCommand {
  return {
    runId: event.runId,
    handle: textOf(event, "handle"),
    command: textOf(event, "command"),
    ended: event.type === "background.ended" ? endedWords(event) : "",
    isKept: event.type === "background.kept" || before?.isKept === true,
  };
}

function endedWords(event: RunEvent): string {
  const exitCode = numberOf(event, "exitCode");
  switch (textOf(event, "by")) {
    case "itself":
      return exitCode === undefined ? t("timed out") : t("ended with exit code {exitCode}", { exitCode });
    case "run":
      return t("ended with the run");
    default:
      return "stopped";
  }
}

function changed(run: Run, event: RunEvent): Run {
  const change: FileChange = {
    path: textOf(event, "path"),
    kind: textOf(event, "kind"),
    diff: textOf(event, "diff"),
    added: numberOf(event, "linesAdded") ?? 0,
    removed: numberOf(event, "linesRemoved") ?? 0,
    isProposed: event.type === "file.proposed",
    isByCommand: isSet(event, "byCommand"),
  };
  const pluralize = withCounted(run, change);
  const call = callOf(run, event);
  if (call === undefined) {
    return withBlock(pluralize, { kind: "change", change });
  }
  return withChanged(pluralize, { ...call, changes: [...call.changes, change] });
}

function withCounted(run: Run, change: FileChange): Run {
  if (!change.isProposed) {
    const task = lastOf(run, "task");
    const known = task === undefined || task.canRestore ? run : withChanged(run, { ...task, canRestore: true });
    return { ...known, files: withFile(run.files, change), changedInStep: run.steps };
  }
  return { ...run, proposed: [...new Set([...run.proposed, change.path])] };
}

function withFile(files: readonly ChangedFile[], change: FileChange): readonly ChangedFile[] {
  const index = files.findIndex((file) => file.path === change.path);
  const before = files[index] ?? { added: 0, removed: 0 };
  const file = {
    path: change.path,
    kind: change.kind,
    added: before.added + change.added,
    removed: before.removed + change.removed,
  };
  return index < 0 ? [...files, file] : files.with(index, file);
}
