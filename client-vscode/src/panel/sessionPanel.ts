/** The panel of one session: what goes to its webview, and what comes from there. */

import { textOf, type Fields, type RunEvent } from "../conversation/event";
import { sessionOf } from "../conversation/run";
import { together, type Disposable } from "../disposable";
import { merged } from "./mergedDeltas";
import { readFromWebview, type FromWebview, type PanelState, type ToWebview } from "./messages";
import type { PanelDesk, Surface } from "./panelDesk";
import { pathsIn } from "./pathsIn";
import { SessionFeed, faultText, taskIn } from "./sessionFeed";

/** Of the events in one message: the webview stays responsive in between. */
const CHUNK = 1_000;
/** Events that come within this time go together. */
const PATIENCE_MS = 50;

export class SessionPanel implements Disposable {
  private readonly feed: SessionFeed;
  private unsent: RunEvent[] = [];
  private isReady = false;
  /** Why the past could not be read, as long as nothing else is known. */
  private problem = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly parts: Disposable;

  constructor(
    runId: string,
    private readonly surface: Surface,
    private readonly desk: PanelDesk,
  ) {
    this.feed = new SessionFeed(runId, desk, {
      onEvent: (event) => {
        this.show(event);
      },
      onInfo: (info) => {
        this.inform(info);
      },
      onFault: (message) => {
        this.problem = message;
        this.tellProblem();
      },
    });
    this.parts = together(this.feed, ...this.listen());
    void this.feed.read(runId);
  }

  get sessionId(): string {
    return this.feed.sessionId;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.parts.dispose();
  }

  private listen(): readonly Disposable[] {
    return [
      this.desk.onStanding(() => {
        this.post({ type: "state", state: this.state() });
      }),
      this.surface.onMessage((message) => {
        const wish = readFromWebview(message);
        if (wish !== undefined) {
          void this.grant(wish);
        }
      }),
      this.surface.onHidden(() => {
        this.isReady = false;
      }),
    ];
  }

  private tellProblem(): void {
    if (this.problem !== "") {
      this.post({ type: "told", tone: "bad", text: this.problem });
    }
  }

  private show(event: RunEvent): void {
    this.problem = "";
    this.nameBy(taskIn(event));
    if (this.isReady) {
      this.unsent.push(event);
      this.timer ??= setTimeout(() => {
        this.flush(this.feed.isReading);
      }, PATIENCE_MS);
    }
  }

  private inform(info: Fields): void {
    // The events it is about come first.
    this.flush(true);
    this.post({ type: "runs", runs: [info] });
  }

  private nameBy(task: string): void {
    if (task !== "") {
      this.surface.setTitle(task);
    }
  }

  private flush(isPast: boolean): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const events = merged(this.unsent);
    this.unsent = [];
    for (let at = 0; at < events.length; at += CHUNK) {
      this.post({ type: "events", events: events.slice(at, at + CHUNK), isPast });
    }
  }

  private post(message: ToWebview): void {
    if (this.isReady) {
      this.surface.post(message);
    }
  }

  private state(): PanelState {
    const { isConnected, obstacle, budgetUsd } = this.desk.standing();
    return { sessionId: this.sessionId, isConnected, obstacle, budgetUsd };
  }

  /** All that is known, for a webview that knows nothing. */
  private begin(): void {
    this.isReady = true;
    this.post({ type: "conversation", state: this.state() });
    this.unsent = [...this.feed.events()];
    this.flush(true);
    this.post({ type: "runs", runs: this.feed.runs() });
    this.tellProblem();
  }

  private async grant(wish: FromWebview): Promise<void> {
    if (wish.type === "ready") {
      this.begin();
      return;
    }
    // The webview shows what strangers wrote: it is heard on this session only.
    if (sessionOf(wish.runId) !== this.sessionId) {
      return;
    }
    try {
      await this.act(wish);
    } catch (error) {
      this.post({ type: "told", tone: "bad", text: faultText(error) });
      if (wish.type === "continue") {
        this.post({ type: "returned", prompt: wish.prompt });
      }
    }
  }

  private async act(wish: Exclude<FromWebview, { type: "ready" }>): Promise<void> {
    switch (wish.type) {
      case "cancel":
        return this.desk.cancel(wish.runId);
      case "undo":
        return this.desk.undo(wish.runId);
      case "diff":
        return this.desk.showDiff(wish.runId);
      case "preview":
        return this.desk.showQuestion(wish.requestId);
      case "answer":
        return this.answer(wish);
      case "continue":
        return this.desk.continueSession(this.sessionId, wish.prompt);
      case "open":
        return this.open(wish);
    }
  }

  private async answer(wish: Extract<FromWebview, { type: "answer" }>): Promise<void> {
    const { runId, requestId, choice, note, offer } = wish;
    const isTaken = await this.desk.answer({ runId, requestId, choice, text: note, offer });
    if (!isTaken) {
      const text = "This confirmation is no longer pending.";
      this.post({ type: "told", tone: "quiet", text });
    }
  }

  /** Only files that the run itself named can be opened from here. */
  private async open(wish: Extract<FromWebview, { type: "open" }>): Promise<void> {
    const events = this.feed.events().filter((event) => event.runId === wish.runId);
    const root = events.map((event) => textOf(event, "workspace")).find((each) => each !== "");
    if (root !== undefined && pathsIn(events).has(wish.path)) {
      await this.desk.openFile(root, wish.path, wish.line);
    }
  }
}
