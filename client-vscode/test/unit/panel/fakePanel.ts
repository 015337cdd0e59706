import type { Remedy } from "../../../src/remedies";
import type { Disposable } from "../../../src/disposable";
import { Emitter } from "../../../src/emitter";
import type { RunEvent } from "../../../src/conversation/event";
import type { Mentions } from "../../../src/panel/mentions";
import type { ChatState, OpenChanges, ToWebview } from "../../../src/panel/messages";
import { HeldImages } from "../../../src/panel/heldImages";
import { KeptDrafts } from "../../../src/panel/keptDrafts";
import { KeptMessages } from "../../../src/panel/keptMessages";
import type { Attachment } from "../../../src/panel/attachment";
import type { Answer, ChatHost, EventPage, NewTask, PanelStatus, PanelWebview, Words } from "../../../src/panel/panelHost";

import { memento as mementoOf } from "../support/testServices";

/** A webview that remembers what it was told. */
export class FakeWebview implements PanelWebview {
  readonly posted: ToWebview[] = [];
  title = "";
  private readonly messages = new Emitter<unknown>();
  private readonly hidings = new Emitter<undefined>();

  readonly post = (message: ToWebview): void => {
    this.posted.push(message);
  };
  readonly setTitle = (title: string): void => {
    this.title = title;
  };
  readonly onMessage = (listener: (message: unknown) => void): Disposable => this.messages.event(listener);
  readonly onHidden = (listener: () => void): Disposable => this.hidings.event(listener);

  says(message: unknown): void {
    this.messages.fire(message);
  }

  hides(): void {
    this.hidings.fire(undefined);
  }

  /** The numbers of the events that arrived, in their order. */
  seqs(): readonly number[] {
    return this.posted.flatMap((each) => (each.type === "events" ? each.events.map(({ seq }) => seq) : []));
  }

  ofType<T extends ToWebview["type"]>(type: T): Extract<ToWebview, { type: T }>[] {
    return this.posted.filter((each): each is Extract<ToWebview, { type: T }> => each.type === type);
  }
}

/** A server with some runs of the session `s`, and a window around it. */
export class FakePanelHost implements ChatHost {
  readonly done: (readonly unknown[])[] = [];
  readonly recorded = new Map<string, RunEvent[]>();
  now: PanelStatus = { isConnected: true, blockedReason: "", budgetUsd: 2 };
  error: Error | undefined;
  isOpenQuestion = true;
  pending: Omit<OpenChanges, "runId"> | undefined;
  private readonly live = new Emitter<RunEvent>();
  private readonly starts = new Emitter<undefined>();
  private readonly hunkChanges = new Emitter<undefined>();
  private readonly statusChanges = new Emitter<undefined>();

  /** A host with the `memento` of another one is the window after a reload. */
  constructor(readonly memento = mementoOf()) {
    this.waiting = new KeptMessages(memento);
    this.drafts = new KeptDrafts(memento);
  }

  readonly onEvent = (listener: (event: RunEvent) => void): Disposable => this.live.event(listener);
  readonly onStarted = (listener: () => void): Disposable => this.starts.event(listener);
  readonly onHunksChanged = (listener: () => void): Disposable => this.hunkChanges.event(listener);
  readonly onStatus = (listener: () => void): Disposable => this.statusChanges.event(listener);
  readonly keepRunning = (runId: string, handle: string): Promise<void> => this.act("keepRunning", runId, handle);
  readonly stopCommand = (runId: string, handle: string): Promise<void> => this.act("stopCommand", runId, handle);
  readonly waiting: KeptMessages;
  readonly drafts: KeptDrafts;
  readonly images = new HeldImages("window");
  readonly status = (): PanelStatus => this.now;

  emits(event: RunEvent): void {
    this.live.fire(event);
  }

  restarts(): void {
    this.starts.fire(undefined);
  }

  hunksChanged(): void {
    this.hunkChanges.fire(undefined);
  }

  changes(now: Partial<PanelStatus>): void {
    this.now = { ...this.now, ...now };
    this.statusChanges.fire(undefined);
  }

  events(runId: string, after: number, limit: number): Promise<EventPage | undefined> {
    if (this.error !== undefined) {
      return Promise.reject(this.error);
    }
    const found = this.recorded.get(runId)?.filter((event) => event.seq > after);
    return Promise.resolve(
      found && { events: found.slice(0, limit), done: found.length <= limit },
    );
  }

  info(runId: string): Promise<object | undefined> {
    const events = this.recorded.get(runId);
    const state = events?.some(({ type }) => type === "run.finished") === true ? "done" : "running";
    return Promise.resolve(events === undefined ? undefined : { runId, state });
  }

  openChanges(runId: string): Promise<OpenChanges | undefined> {
    return Promise.resolve(this.pending && { runId, ...this.pending });
  }

  lastRun(): Promise<string | undefined> {
    return Promise.resolve([...this.recorded.keys()].at(-1));
  }

  behind = "";
  private readonly runChanges = new Emitter<undefined>();

  readonly queuedBehind = (): string => this.behind;
  readonly onRunsChange = (listener: () => void): Disposable => this.runChanges.event(listener);

  /** What the queued run waits for becomes another. */
  queues(behind: string): void {
    this.behind = behind;
    this.runChanges.fire(undefined);
  }

  readonly remedy = (runId: string, { kind }: Remedy): Promise<void> => this.act("remedy", `${runId} ${kind}`);
  readonly cancel = (runId: string): Promise<void> => this.act("cancel", runId);
  readonly undo = (runId: string): Promise<void> => this.act("undo", runId);
  readonly restore = (runId: string, step: number): Promise<void> => this.act("restore", runId, step);
  readonly keepAll = (sessionId: string): Promise<void> => this.act("keepAll", sessionId);
  readonly undoAll = (sessionId: string): Promise<void> => this.act("undoAll", sessionId);
  readonly showAll = (sessionId: string): Promise<void> => this.act("showAll", sessionId);
  readonly showDiff = (runId: string): Promise<void> => this.act("diff", runId);
  readonly showQuestion = (requestId: string): Promise<void> => this.act("question", requestId);
  readonly fork = (runId: string): Promise<void> => this.act("fork", runId);
  readonly showRun = (runId: string): Promise<void> => this.act("show", runId);
  readonly leave = (): Promise<void> => this.act("leave");
  readonly newChat = (): Promise<void> => this.act("newChat");
  readonly openSession = (): Promise<void> => this.act("openSession");
  readonly openLink = (url: string): Promise<void> => this.act("link", url);
  readonly insert = (text: string): Promise<void> => this.act("insert", text);
  readonly remember = (): Promise<void> => Promise.resolve();

  /** Tasks that were begun, of which each has a run in a session of its own or in the one it names. */
  readonly begun: NewTask[] = [];
  /** Of the next run that is begun, in its session. */
  nextNumber = 1;

  async begin(task: NewTask): Promise<string> {
    await this.act("begin", task.session, task.prompt);
    this.begun.push(task);
    return `${task.session ?? `new${this.begun.length}`}.${this.nextNumber}`;
  }

  forked: string | null | undefined = null;
  readonly forkBefore = async (runId: string): Promise<string | null | undefined> => {
    await this.act("forkBefore", runId);
    return this.forked;
  };

  beside: ChatState = {
    model: "m",
    mode: "edit",
    reasoning: "",
    agents: [],
    selection: undefined,
    history: [],
    asks: undefined,
    running: [],
  };
  private readonly chatChanges = new Emitter<undefined>();
  readonly chat = (): ChatState => this.beside;
  readonly onChat = (listener: () => void): Disposable => this.chatChanges.event(listener);

  readonly mentions = (text: string): Promise<Mentions> =>
    Promise.resolve({
      from: text.lastIndexOf("@"),
      mentions: [{ insert: "@src/a.py", label: "a.py", kind: "file", detail: "src", complete: true }],
    });
  readonly pickModel = (): Promise<string | undefined> => Promise.resolve("other/model");
  picked: readonly Attachment[] = [];
  readonly pickAttachments = (): Promise<readonly Attachment[]> => Promise.resolve(this.picked);
  readonly attachmentsOf = (uris: readonly string[]): Promise<readonly Attachment[]> =>
    Promise.resolve(uris.map((uri) => ({ kind: "file", name: uri, uri })));
  readonly terminal = (): Promise<Attachment | undefined> =>
    Promise.resolve({ kind: "terminal", name: "make", text: "error" });
  readonly openFile = (root: string, path: string, line: number): Promise<void> => this.act("open", root, path, line);

  /** What the run hears, by its id, until its model reads it. */
  readonly said = new Map<string, Words>();
  isWorking = true;
  /** When what is said is answered. */
  answers: () => Promise<void> = () => Promise.resolve();

  async say(words: Words): Promise<boolean> {
    await this.act("say", words.text, words.interrupt);
    if (this.isWorking) {
      this.said.set(words.messageId, words);
    }
    await this.answers();
    return this.isWorking;
  }

  withdraw(_: string, messageId: string): Promise<boolean> {
    return Promise.resolve(this.said.delete(messageId));
  }

  async answer(answer: Answer): Promise<boolean> {
    await this.act("answer", answer);
    return this.isOpenQuestion;
  }

  private act(...what: readonly unknown[]): Promise<void> {
    if (this.error !== undefined) {
      return Promise.reject(this.error);
    }
    this.done.push(what);
    return Promise.resolve();
  }
}

export function event(seq: number, type: string, fields: Record<string, unknown> = {}, runId = "s.1"): RunEvent {
  return { runId, seq, ts: "", type, ...fields };
}
