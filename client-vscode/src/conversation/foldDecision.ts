/** A run in which the user decides about the changes of another one: no turn of the conversation. */

import type { DecisionBlock } from "./blocks";
import { textOf, textsOf, type RunEvent } from "./event";
import { lastOf, withBlock, withChanged, type Run } from "./run";

/** The run after `event`, as one block that says what was decided. */
export function foldDecision(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case "file.changed":
      return changed(run, textOf(event, "path"));
    case "changes.kept":
    case "changes.rejected":
    case "changes.turned_down": // as servers before the event was renamed call it
      return told(run, event);
    case "run.finished":
      return finished(run, event);
    default:
      return run;
  }
}

/** The run with the block that the events to come will fill. */
export function begunDecision(run: Run): Run {
  const others = run.restores === "" ? "reversed" : "restored";
  const verb = run.agent === "keep" ? "kept" : others;
  return withBlock(run, { kind: "decision", verb, count: 0, paths: [], detail: "" });
}

function blockOf(run: Run): DecisionBlock | undefined {
  return lastOf(run, "decision");
}

/** Only a proposal that is accepted, or a change that is undone, changes a file. */
function changed(run: Run, path: string): Run {
  const block = blockOf(run);
  if (block === undefined) {
    return run;
  }
  const verb = block.verb === "kept" ? "accepted" : block.verb;
  return withChanged({ ...run, edits: run.edits + 1 }, { ...block, verb, paths: joined(block.paths, [path]) });
}

function told(run: Run, event: RunEvent): Run {
  const block = blockOf(run);
  if (block === undefined) {
    return run;
  }
  const rejected = run.edits > 0 ? "undone" : "discarded";
  return withChanged(run, {
    ...block,
    verb: event.type === "changes.kept" ? block.verb : rejected,
    count: block.count + textsOf(event, "hunks").length,
    paths: joined(block.paths, textsOf(event, "paths")),
    detail: textOf(event, "note"),
  });
}

function finished(run: Run, event: RunEvent): Run {
  const done: Run = {
    ...run,
    state: "done",
    outcome: textOf(event, "status") === "success" ? "completed" : "blocked",
  };
  const block = blockOf(done);
  const left = textsOf(event, "leftAlone");
  if (block === undefined || left.length === 0) {
    return done;
  }
  const detail = [block.detail, ...left].filter((line) => line !== "").join("\n");
  return withChanged(done, { ...block, detail });
}

function joined(some: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...some, ...more])];
}
