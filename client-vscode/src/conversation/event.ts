/**
 * An event of a run as `architect/event` and `architect.events` carry it; docs/journal.md lists the
 * types. Fields are read one by one: a server that is older or newer than we are breaks nothing.
 */

/** Named values of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

export interface RunEvent extends Fields {
  readonly runId: string;
  /** Grows with each event of a run; a delta has the number of the event before it. */
  readonly seq: number;
  readonly ts: string;
  readonly type: string;
}

const DELTAS: ReadonlySet<string> = new Set([
  "model.delta",
  "model.reasoning",
  "tool.output",
  "gate.started",
]);

/** The event in a message; undefined if it is none. */
export function readEvent(value: unknown): RunEvent | undefined {
  const fields = fieldsOf(value);
  const runId = textOf(fields, "runId");
  const type = textOf(fields, "type");
  const seq = numberOf(fields, "seq");
  if (runId === "" || type === "" || seq === undefined) {
    return undefined;
  }
  return { ...fields, runId, type, seq, ts: textOf(fields, "ts") };
}

/** Whether the event is shown as it happens, and never kept by the server. */
export function isDelta(event: RunEvent): boolean {
  return DELTAS.has(event.type);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** A field that is text; empty if it is anything else. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

export function numberOf(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function isSet(fields: Fields, name: string): boolean {
  return fields[name] === true;
}

export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

/** The texts in a list, others left out. */
export function textsOf(fields: Fields, name: string): readonly string[] {
  return listOf(fields, name).filter((each) => typeof each === "string");
}
