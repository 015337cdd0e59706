/** Values of the protocol for tests, of which a test names only what it is about. */

import type {
  ConfirmParams,
  ShownHunk as Hunk,
  RunEvent,
  RunInfo,
  SessionInfo,
  ShownFinding,
  UnitInfo,
  WorkflowInfo,
  WireRange,
} from "../../../src/protocol/generated";

export const RUN = "20261120-080006-de6374.1";

export function lines(first: number, last: number): WireRange {
  return { start: { line: first, character: 0 }, end: { line: last, character: 0 } };
}

type Bare<T> = T extends RunEvent ? Omit<T, "runId" | "seq" | "ts"> : never;

/** An event of `RUN`; the fields that its type needs are the test's business. */
export function event(seq: number, fields: Partial<Bare<RunEvent>> & { type: string }): RunEvent {
  const head = { runId: RUN, seq, ts: "2026-11-20T08:00:06.412+00:00" };
  return { ...head, ...fields } as unknown as RunEvent;
}

export function started(seq = 1_000): RunEvent {
  return event(seq, {
    type: "run.started",
    sessionId: "20261120-080006-de6374",
    task: "make it faster",
    agent: "build",
    model: "recorded/demo",
    workspace: "/home/u",
    mode: "confirm-sensitive",
    dryRun: false,
    maxSteps: 50,
    system: "",
    opening: "",
    requiredGates: [],
  });
}

export function state(seq: number, fields: Partial<Bare<Extract<RunEvent, { type: "run.state" }>>>): RunEvent {
  return event(seq, { type: "run.state", state: "running", position: 0, ...fields });
}

export function runInfo(fields: Partial<RunInfo> = {}): RunInfo {
  return {
    runId: RUN,
    sessionId: "20261120-080006-de6374",
    state: "running",
    position: 0,
    title: "make it faster",
    agent: "build",
    root: "/home/u",
    startedAt: "2026-11-20T08:00:06.412+00:00",
    seq: 0,
    steps: 0,
    models: [],
    usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
    filesChanged: [],
    filesProposed: [],
    denied: 0,
    output: "",
    ...fields,
  };
}

export function question(fields: Partial<ConfirmParams> = {}): ConfirmParams {
  return {
    requestId: "q1",
    runId: RUN,
    kind: "command",
    subject: "call",
    title: "run_command npm test",
    detail: "npm may run scripts of the project",
    grant: "npm test",
    options: ["once", "run", "deny", "stop"],
    offers: [],
    default: "deny",
    expiresAt: "2026-11-20T08:10:06.412+00:00",
    preview: { command: "npm test", cwd: "web" },
    ...fields,
  };
}

export function hunk(fields: Partial<Hunk> = {}): Hunk {
  return {
    hunkId: "h1",
    runId: RUN,
    uri: "file:///home/u/a.py",
    path: "a.py",
    range: lines(1, 2),
    before: "old\n",
    after: "new\n",
    kind: "applied",
    change: "modified",
    ...fields,
  };
}

export function finding(fields: Partial<ShownFinding> = {}): ShownFinding {
  return {
    findingId: "f1",
    uri: "file:///home/u/a.py",
    path: "a.py",
    range: lines(4, 5),
    severity: "warning",
    category: "bug",
    title: "the file is never closed",
    detail: "",
    suggestion: null,
    runId: RUN,
    ...fields,
  };
}

export function session(fields: Partial<SessionInfo> = {}): SessionInfo {
  return {
    sessionId: "20261120-080006-de6374",
    task: "make it faster",
    agent: "build",
    status: "completed",
    startedAt: "2026-11-20T08:00:06.412+00:00",
    updatedAt: "2026-11-20T08:04:10.000+00:00",
    cost: 0.0042,
    filesChanged: ["a.py"],
    runs: [RUN],
    problem: null,
    ...fields,
  };
}

export const LOOP = "loop-20261120-080006-de6374";

export function unit(fields: Partial<UnitInfo> = {}): UnitInfo {
  return {
    unitId: "iteration-1",
    task: "count on",
    agent: "build",
    model: null,
    place: "workspace",
    needs: [],
    phase: "running",
    success: null,
    reason: "",
    attempts: 1,
    runId: RUN,
    steps: 0,
    durationSeconds: 0,
    cost: 0,
    checks: [],
    files: [],
    branch: null,
    ...fields,
  };
}

/** A loop, whose counts are those of its units. */
export function workflow(fields: Partial<WorkflowInfo> = {}): WorkflowInfo {
  const { units = [unit()] } = fields;
  const count = (fits: (each: UnitInfo) => boolean) => units.filter(fits).length;
  return {
    workflowId: LOOP,
    kind: "loop",
    title: "count on",
    root: "/home/u",
    status: "running",
    reason: "",
    startedAt: "2026-11-20T08:00:06+00:00",
    durationSeconds: null,
    workers: 1,
    budgetUsd: null,
    cost: 0,
    inputTokens: 0,
    outputTokens: 0,
    counts: {
      waiting: count(({ phase }) => phase === "waiting"),
      running: count(({ phase }) => phase === "running"),
      succeeded: count(({ success }) => success === true),
      failed: count(({ success }) => success === false),
      skipped: count(({ phase }) => phase === "skipped"),
    },
    waitingFor: [],
    units,
    ...fields,
  };
}
