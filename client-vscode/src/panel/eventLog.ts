/** The events of the runs of a session, for a webview that is made anew. */

import { isDelta, type RunEvent } from "../conversation/event";

/** Of all runs together; the server keeps 5,000 of one. */
const MAX = 15_000;

export class EventLog {
  private events: RunEvent[] = [];
  private readonly last = new Map<string, number>();

  /** The number of the last event of a run; 0 if there is none. */
  lastSeq(runId: string): number {
    return this.last.get(runId) ?? 0;
  }

  runIds(): readonly string[] {
    return [...this.last.keys()];
  }

  all(): readonly RunEvent[] {
    return this.events;
  }

  /** Whether it was new. */
  add(event: RunEvent): boolean {
    const last = this.lastSeq(event.runId);
    if (isDelta(event) ? event.seq < last : event.seq <= last) {
      return false;
    }
    if (!isDelta(event)) {
      this.last.set(event.runId, event.seq);
      this.forgetDeltas(event);
    }
    this.events.push(event);
    if (this.events.length > MAX) {
      this.trim();
    }
    return true;
  }

  /** What was streamed is in the reply or the result that follows. */
  private forgetDeltas(event: RunEvent): void {
    const superseded = SUPERSEDES.get(event.type);
    if (superseded !== undefined) {
      const isSuperseded = (each: RunEvent): boolean =>
        superseded.includes(each.type) && each.runId === event.runId && each["callId"] === event["callId"];
      this.events = this.events.filter((each) => !isSuperseded(each));
    }
  }

  /** The oldest go, but not the beginnings of runs. */
  private trim(): void {
    const surplus = this.events.length - Math.floor(MAX * 0.9);
    const isHead = (event: RunEvent): boolean => event.type === "run.started";
    this.events = this.events.filter((event, index) => index >= surplus || isHead(event));
  }
}

/** Which deltas an event makes needless. */
const SUPERSEDES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "model.replied": ["model.delta", "model.reasoning"],
    "model.retried": ["model.delta", "model.reasoning"],
    "tool.finished": ["tool.output"],
  }),
);
