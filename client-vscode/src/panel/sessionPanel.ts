/** One session in a chat: what goes to its webview, and what is asked of it there. */

import { textOf, type Fields, type RunEvent } from "../conversation/event";
import { sessionOf } from "../conversation/run";
import { combinedDisposable, type Disposable } from "../disposable";
import { t } from "../l10n";
import { merged } from "./mergedDeltas";
import { afterPlan, type Choices } from "./choices";
import { askHost } from "./hostRequests";
import { MessageQueue } from "./messageQueue";
import type { OpenChanges, PanelState, RunRequest, Submission, ToWebview } from "./messages";
import type { PanelHost, PanelWebview } from "./panelHost";
import { SessionFeed, errorText, taskIn } from "./sessionFeed";

/** Of the events in one message: the webview stays responsive in between. */
const CHUNK_SIZE = 1_000;
/** Events that come within this time go together. */
const BATCH_MS = 50;
/** What follows a plan that the user agrees to. */
const CARRY_OUT = "Carry out the plan.";

export class SessionPanel implements Disposable {
  private readonly feed: SessionFeed;
  private unsent: RunEvent[] = [];
  private isReady = false;
  /** Whether the chat shows this session; its webview may be hidden all the same. */
  private isShown = true;
  private toldBehind = "";
  /** Of the last event. */
  private lastRunId: string;
  private changes: OpenChanges | undefined;
  private readonly queue: MessageQueue;
  /** Why the past could not be read, as long as nothing else is known. */
  private problem = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly parts: Disposable;
  /** Until the past is known, and with it whether a run works. */
  private readonly loading: Promise<void>;

  constructor(
    readonly runId: string,
    private readonly webview: PanelWebview,
    private readonly host: PanelHost,
  ) {
    this.lastRunId = runId;
    this.feed = new SessionFeed(runId, host, {
      onEvent: (event) => {
        this.show(event);
      },
      onInfo: (info) => {
        this.inform(info);
      },
      onRead: () => {
        if (this.problem === "") {
          this.queue.settleKept();
        }
        void this.tellChanges();
      },
      onCaughtUp: () => {
        this.post({ type: "state", state: this.state() });
      },
      onError: (message) => {
        this.problem = message;
        this.postProblem();
      },
    });
    this.queue = this.newQueue();
    this.parts = combinedDisposable(this.feed, ...this.listen());
    this.loading = this.feed.read(runId);
  }

  private newQueue(): MessageQueue {
    const { feed, runId } = this;
    const runs = {
      get last() {
        return feed.lastWork || runId;
      },
      isOver: (id: string) => feed.isOver(id),
      works: (id: string) => feed.works(id),
    };
    return new MessageQueue(runs, this.host, {
      onChange: () => {
        this.post({ type: "state", state: this.state() });
      },
      onReturned: () => {
        this.postReturned();
      },
      onError: (error) => {
        this.post({ type: "notification", tone: "bad", text: errorText(error) });
      },
    }, this.sessionId);
  }

  get sessionId(): string {
    return this.feed.sessionId;
  }

  /** Something was recorded of a run that tells no events. */
  readOn(runId: string): void {
    if (!this.feed.isReading) {
      void this.feed.read(runId);
    }
  }

  dispose(): void {
    this.isReady = false;
    clearTimeout(this.timer);
    this.parts.dispose();
  }

  /** Another session is shown. Whether this one stays, for messages that wait; else it is over. */
  leave(): boolean {
    this.isReady = false;
    this.isShown = false;
    if (this.queue.isEmpty) {
      this.dispose();
    }
    return !this.queue.isEmpty;
  }

  private listen(): readonly Disposable[] {
    return [
      this.host.onStatus(() => {
        this.post({ type: "state", state: this.state() });
      }),
      this.host.onRunsChange(() => {
        const queuedBehind = this.queuedBehind();
        if (queuedBehind !== this.toldBehind) {
          this.post({ type: "state", state: this.state() });
        }
      }),
    ];
  }

  /** A webview that is not there gets them later. */
  private postReturned(): void {
    for (const { text, attachments } of this.isReady ? this.queue.takeReturned() : []) {
      this.post({ type: "promptRejected", prompt: text, attachments, replaces: "" });
    }
  }

  private postProblem(): void {
    if (this.problem !== "") {
      this.post({ type: "notification", tone: "bad", text: this.problem });
    }
  }

  private show(event: RunEvent): void {
    this.problem = "";
    this.lastRunId = event.runId;
    this.setTitle(taskIn(event));
    this.queue.see(event);
    if (event.type === "run.state" && textOf(event, "state") === "done") {
      void this.tellChanges();
    }
    if (this.isReady) {
      this.unsent.push(event);
      this.timer ??= setTimeout(() => {
        this.flush(this.feed.isReading);
      }, BATCH_MS);
    }
  }

  private inform(info: Fields): void {
    // The events it is about come first.
    this.flush(true);
    this.post({ type: "runs", runs: [info] });
    // One that ended with its server tells no event of it.
    if (textOf(info, "state") === "done") {
      this.queue.end(textOf(info, "runId"), textOf(info, "outcome"));
    }
  }

  /** What of the session waits for a decision, as far as the server can say. */
  private async tellChanges(): Promise<void> {
    const runId = this.feed.lastWork;
    const changes = runId === "" ? undefined : await this.host.openChanges(runId).catch(() => undefined);
    if (changes !== undefined && runId === this.feed.lastWork) {
      this.changes = changes;
      this.post({ type: "changes", changes });
    }
  }

  private setTitle(task: string): void {
    if (task !== "" && this.isShown) {
      this.webview.setTitle(task);
    }
  }

  private flush(isPast: boolean): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const events = merged(this.unsent);
    this.unsent = [];
    for (let at = 0; at < events.length; at += CHUNK_SIZE) {
      this.post({ type: "events", events: events.slice(at, at + CHUNK_SIZE), isPast });
    }
  }

  private post(message: ToWebview): void {
    if (this.isReady) {
      this.webview.post(message);
    }
  }

  private state(): PanelState {
    const { isConnected, blockedReason, budgetUsd } = this.host.status();
    this.toldBehind = this.queuedBehind();
    return {
      sessionId: this.sessionId,
      isConnected: isConnected && !this.feed.isOutdated,
      blockedReason,
      budgetUsd,
      queuedBehind: this.toldBehind,
      queued: this.queue.messages(),
    };
  }

  private queuedBehind(): string {
    return this.host.queuedBehind(this.lastRunId);
  }

  /** All that is known, for a webview that knows nothing. */
  begin(): void {
    this.isReady = true;
    this.isShown = true;
    this.post({ type: "conversation", state: this.state() });
    this.unsent = [...this.feed.events()];
    this.flush(true);
    this.post({ type: "runs", runs: this.feed.runs() });
    if (this.changes !== undefined) {
      this.post({ type: "changes", changes: this.changes });
    }
    this.postProblem();
    this.postReturned();
  }

  /** What is in the webview is gone. */
  hide(): void {
    this.isReady = false;
  }

  /** The webview shows what strangers wrote: it is heard on this session only. */
  async receive(request: RunRequest): Promise<void> {
    if (sessionOf(request.runId) === this.sessionId) {
      await this.act(request);
    }
  }

  /** A run that works hears it; one that is over is followed by one about these words. */
  async submit({ prompt, interrupt, attachments, choices }: Submission): Promise<void> {
    await this.loading;
    await this.queue.submit({ text: prompt, attachments, choices }, interrupt);
  }

  private async act(request: RunRequest): Promise<void> {
    switch (request.type) {
      case "answer":
        return this.answer(request);
      case "carryOut":
        return this.carryOut(request.choices);
      case "withdraw":
        return this.queue.withdraw(request.messageId);
      case "discard":
        return this.queue.discard(request.messageId);
      case "hurry":
        return this.queue.hurry(request.messageId);
      case "open":
        return this.open(request);
      default:
        return askHost(this.host, this.sessionId, request);
    }
  }

  private async answer(request: Extract<RunRequest, { type: "answer" }>): Promise<void> {
    const { runId, requestId, choice, note, offer } = request;
    const isAccepted = await this.host.answer({ runId, requestId, choice, text: note, offer });
    if (!isAccepted) {
      const text = t("This confirmation is no longer pending.");
      this.post({ type: "notification", tone: "quiet", text });
    }
  }

  private async carryOut(choices: Choices): Promise<void> {
    await this.queue.submit({ text: CARRY_OUT, attachments: [], choices: afterPlan(choices) }, false);
  }

  /** Only files of the workspace can be opened from here, whatever the page names. */
  private async open(request: Extract<RunRequest, { type: "open" }>): Promise<void> {
    const events = this.feed.events().filter((event) => event.runId === request.runId);
    const root = events.map((event) => textOf(event, "workspace")).find((each) => each !== "");
    if (root !== undefined && !request.path.split(/[\\/]/).includes("..")) {
      await this.host.openFile(root, request.path, request.line);
    }
  }
}
