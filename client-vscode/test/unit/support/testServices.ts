/** Services with a fake server and a fake editor. */

import type { Attachment } from "../../../src/panel/attachment";
import type { ChatSurface, Services } from "../../../src/commands/services";
import { LastChecks } from "../../../src/commands/lastChecks";
import { SentRequests } from "../../../src/commands/sentRequests";
import { PromptHistory } from "../../../src/commands/promptHistory";
import { QuestionQueue } from "../../../src/confirm/questionQueue";
import type { Memento } from "../../../src/memento";
import { HunkStore } from "../../../src/hunks/hunkStore";
import { RunStore } from "../../../src/runs/runStore";
import { findingStore } from "../../../src/views/findingStore";
import { mcpStore } from "../../../src/views/mcpTree";
import { sessionStore } from "../../../src/views/sessionStore";
import { OwnWorkflows } from "../../../src/workflows/ownWorkflows";
import { WorkflowStore } from "../../../src/workflows/workflowStore";
import { FakeServer } from "./fakeServer";
import { FakeUi } from "./fakeUi";
import { ManualTimer } from "./manualTimer";

export interface TestServices extends Services {
  readonly server: FakeServer;
  readonly ui: FakeUi;
  readonly chat: FakeChat;
  readonly time: ManualTimer;
  readonly opened: string[];
  terminalOutput: Attachment | undefined;
  readonly shownQuestions: string[];
}

/** Some time passes between any two looks at the `clock`. */
export function testServices(
  answers: FakeServer["answers"] = {},
  clock: () => number = seconds(),
): TestServices {
  const server = new FakeServer(answers);
  const time = new ManualTimer();
  const runs = new RunStore();
  const opened: string[] = [];
  const shownQuestions: string[] = [];
  return {
    server,
    time,
    opened,
    shownQuestions,
    daemon: server,
    runs,
    questions: new QuestionQueue(clock),
    hunks: new HunkStore(server, (uri) => uri, time.timer),
    findings: findingStore(server, time.timer),
    sessions: sessionStore(server, time.timer),
    mcp: mcpStore(server, time.timer),
    workflows: new WorkflowStore(server, time.timer),
    ownWorkflows: new OwnWorkflows(),
    prompts: new PromptHistory(memento()),
    checks: new LastChecks(memento()),
    sent: new SentRequests(),
    chat: fakeChat(),
    ui: new FakeUi(),
    terminalOutput: undefined,
    lastTerminalOutput() {
      return (this).terminalOutput;
    },
    inlineEditor: {
      open: () => Promise.resolve(),
      submit: () => Promise.resolve(),
      close: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      runOf: () => undefined,
    },
    openRun: (runId) => opened.push(runId),
    readOn: () => undefined,
    showQuestion: (requestId) => {
      shownQuestions.push(requestId);
      return Promise.resolve();
    },
  };
}

/** A chat that remembers what it was asked for. */
export interface FakeChat extends ChatSurface {
  readonly asked: unknown[][];
  isInSight: boolean;
}

function fakeChat(): FakeChat {
  const asked: unknown[][] = [];
  const chat: FakeChat = {
    asked,
    isInSight: false,
    sessionId: "",
    focus: () => asked.push(["focus"]),
    startNew: () => asked.push(["startNew"]),
    openInEditor: () => asked.push(["openInEditor"]),
    find: () => asked.push(["find"]),
    attach: (attachments) => asked.push(["attach", ...attachments]),
    tell: (error) => asked.push(["tell", error.message]) > 0 && chat.isInSight,
    notify: (level, text, buttons) => asked.push(["notify", level, text, ...buttons.map(({ label }) => label)]) > 0 && chat.isInSight,
    draft: (text) => asked.push(["draft", text]),
  };
  return chat;
}

function seconds(): () => number {
  let now = 0;
  return () => (now += 1_000);
}

export function memento(): Memento {
  const kept = new Map<string, unknown>();
  return {
    get: (key) => kept.get(key),
    update: (key, value) => {
      kept.set(key, value);
      return Promise.resolve();
    },
  };
}
