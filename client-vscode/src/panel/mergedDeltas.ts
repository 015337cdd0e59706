/** Fewer messages for a model that streams word by word. */

import { textOf, type RunEvent } from "../conversation/event";

const STREAMED: ReadonlySet<string> = new Set(["model.delta", "model.reasoning", "tool.output"]);

/** The events, with deltas of the same kind that follow each other as one. */
export function merged(events: readonly RunEvent[]): readonly RunEvent[] {
  const all: RunEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (last !== undefined && isContinued(last, event)) {
      all[all.length - 1] = { ...event, text: textOf(last, "text") + textOf(event, "text") };
    } else {
      all.push(event);
    }
  }
  return all;
}

function isContinued(last: RunEvent, event: RunEvent): boolean {
  return (
    STREAMED.has(event.type) &&
    ["type", "runId", "seq", "callId", "stream"].every((name) => last[name] === event[name])
  );
}
