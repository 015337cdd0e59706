// Events of runs as `architect/event` carries them, but for their numbers, which the panel gives.

export function event(type, fields = {}, runId = "s.1") {
  return { runId, ts: "2026-11-20T08:00:00.000Z", type, ...fields };
}

export function started(task = "Fix the addition.", runId = "s.1") {
  const about = { sessionId: "s", agent: "build", model: "a-model", maxSteps: 50, workspace: "/p" };
  return event("run.started", { task, dryRun: false, mode: "yolo", ...about }, runId);
}

export function replied(text) {
  return event("model.replied", {
    text,
    calls: [],
    costUsd: 0.0123,
    usage: { inputTokens: 1200, outputTokens: 34 },
  });
}

export function delta(text) {
  return event("model.delta", { text });
}

export function requested(callId, name, args, summary = "") {
  return [
    event("tool.requested", { step: 1, callId, name, arguments: JSON.stringify(args) }),
    event("tool.decided", { callId, name, summary, allowed: true, by: "policy", reason: "" }),
  ];
}

export function ended(callId, text, success = true) {
  return event("tool.finished", { step: 1, callId, name: "x", path: null, success, error: null, text, durationS: 0.4 });
}

export function changed(callId, path, diff, more = {}) {
  return event("file.changed", { callId, path, kind: "modified", diff, linesAdded: 1, linesRemoved: 1, ...more });
}

export function state(now, more = {}) {
  return event("run.state", { state: now, position: 0, ...more });
}

export function waiting(message, more = {}) {
  const pending = {
    requestId: "s.1-1",
    kind: "command",
    message,
    options: ["once", "run", "project", "always", "deny", "stop"],
    offers: ["run_command make test", "run_command make"],
    ...more,
  };
  return state("waiting", { waitsFor: "confirm", pending });
}

export function done(outcome = "completed", more = {}) {
  return state("done", { outcome, ...more });
}

export const CODE = [
  "@@ -1,5 +1,5 @@",
  " # Sums, and what belongs to them.",
  "-def add(a, b=1):  # wrong",
  "+def add(a, b=2):  # right",
  '     return total([a, b], "exact", 0x1F)',
  "-    return None",
  "+    return 'nothing'",
].join("\n");

const PROSE = `## What I found

It *subtracts*, which is **wrong**; see \`add.py\` and [the manual](https://example.org/sums).

1. fix it
   - in one place
2. test it

- [x] read it
- [ ] fix it

> Nobody adds like this.

| call | result |
|------|-------:|
| add(1, 2) | 3 |

\`\`\`python
class Sum(Base):  # sum
    def add(a, b):
        return int(a) + b + 0.5 if a else "text"
\`\`\`
`;

/** Every kind of block, in every state. */
export function everything() {
  return [
    started("Fix the addition.\nAnd test it."),
    event("step.started", { step: 1 }),
    { ...replied(PROSE), reasoning: "**Looking at the sum**\n\nIt may subtract.", reasoningS: 3.2 },
    ...requested("c1", "run_command", { command: "make test" }, "make test"),
    ended("c1", "Error: exit code 1\n[stdout]\nexpected 5, got -1", false),
    ...requested("c2", "edit_file", { path: "add.py", old_str: "a - b", new_str: "a + b" }, "add.py (+1 -1)"),
    changed("c2", "add.py", CODE),
    ended("c2", "edited add.py"),
    event("tool.requested", { callId: "c3", name: "run_command", arguments: '{"command": "rm -rf /"}' }),
    event("tool.decided", { callId: "c3", name: "run_command", summary: "rm -rf /", allowed: false, by: "rules", reason: "it removes everything" }),
    ended("c3", "denied (rules): it removes everything", false),
    event("changes.rejected", { ofRun: "s.1", paths: ["add.py"], note: "not like this", patch: "" }),
    event("secret.redacted", { rule: "aws key", where: "config.ini", count: 2, fingerprint: "ab" }),
    event("hook.ran", { hookEvent: "post_tool_use", name: "format", outcome: "ok", output: "1 file formatted" }),
    event("budget.warned", { message: "half of $1.00 is spent" }),
    event("finding.reported", {
      finding: { path: "add.py", line: 3, severity: "error", title: "It subtracts", detail: "See `a - b`.", suggestion: "Use `+`." },
    }),
    event("finding.reported", {
      finding: { path: "add.py", line: 9, severity: "warning", title: "No test", detail: "", suggestion: null },
    }),
    event("action.planned", { callId: "c9", action: { step: 1, tool: "run_command", summary: "make install" } }),
    event("gate.ran", { name: "tests", command: "make test", required: true, passed: false, output: "1 failed", durationS: 75 }),
    event("gate.ran", { name: "lint", command: "make lint", required: true, passed: true, output: "", durationS: 2 }),
    event("gate.skipped", { name: "slow", command: "make slow", required: false, reason: "no time is left" }),
    event("net.hit", { reason: "max_steps", message: "all steps are used up" }),
    ...requested("c4", "run_command", { command: "make test" }, "make test"),
    event("tool.output", { callId: "c4", stream: "stdout", text: "collecting\n" }),
    event("tool.output", { callId: "c4", stream: "stderr", text: "warning: slow\n" }),
    event("model.reasoning", { text: "Is it installed?" }),
    waiting("Architect: run make install\nit writes outside of the folder\n\nmake install\n(in src)"),
  ];
}
