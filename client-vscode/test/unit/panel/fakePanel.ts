import type { Disposable } from "../../../src/disposable";
import { Listeners } from "../../../src/listeners";
import type { RunEvent } from "../../../src/conversation/event";
import type { ToWebview } from "../../../src/panel/messages";
import type { Answer, EventPage, PanelDesk, Standing, Surface } from "../../../src/panel/panelDesk";

/** A webview that remembers what it was told. */
export class FakeSurface implements Surface {
  readonly told: ToWebview[] = [];
  title = "";
  private readonly messages = new Listeners<unknown>();
  private readonly hidings = new Listeners<undefined>();

  readonly post = (message: ToWebview): void => {
    this.told.push(message);
  };
  readonly setTitle = (title: string): void => {
    this.title = title;
  };
  readonly onMessage = (listener: (message: unknown) => void): Disposable => this.messages.add(listener);
  readonly onHidden = (listener: () => void): Disposable => this.hidings.add(listener);

  says(message: unknown): void {
    this.messages.tell(message);
  }

  hides(): void {
    this.hidings.tell(undefined);
  }

  /** The numbers of the events that arrived, in their order. */
  seqs(): readonly number[] {
    return this.told.flatMap((each) => (each.type === "events" ? each.events.map(({ seq }) => seq) : []));
  }

  ofType<T extends ToWebview["type"]>(type: T): Extract<ToWebview, { type: T }>[] {
    return this.told.filter((each): each is Extract<ToWebview, { type: T }> => each.type === type);
  }
}

/** A server with some runs of the session `s`, and a window around it. */
export class FakeDesk implements PanelDesk {
  readonly done: (readonly unknown[])[] = [];
  readonly recorded = new Map<string, RunEvent[]>();
  now: Standing = { isConnected: true, obstacle: "", budgetUsd: 2 };
  fault: Error | undefined;
  isOpenQuestion = true;
  private readonly live = new Listeners<RunEvent>();
  private readonly starts = new Listeners<undefined>();
  private readonly edits = new Listeners<undefined>();
  private readonly standings = new Listeners<undefined>();

  readonly onEvent = (listener: (event: RunEvent) => void): Disposable => this.live.add(listener);
  readonly onStarted = (listener: () => void): Disposable => this.starts.add(listener);
  readonly onEdited = (listener: () => void): Disposable => this.edits.add(listener);
  readonly onStanding = (listener: () => void): Disposable => this.standings.add(listener);
  readonly standing = (): Standing => this.now;

  tells(event: RunEvent): void {
    this.live.tell(event);
  }

  restarts(): void {
    this.starts.tell(undefined);
  }

  edited(): void {
    this.edits.tell(undefined);
  }

  changes(now: Partial<Standing>): void {
    this.now = { ...this.now, ...now };
    this.standings.tell(undefined);
  }

  events(runId: string, after: number, limit: number): Promise<EventPage | undefined> {
    if (this.fault !== undefined) {
      return Promise.reject(this.fault);
    }
    const found = this.recorded.get(runId)?.filter((event) => event.seq > after);
    return Promise.resolve(
      found && { events: found.slice(0, limit), done: found.length <= limit },
    );
  }

  info(runId: string): Promise<object | undefined> {
    return Promise.resolve(this.recorded.has(runId) ? { runId, state: "running" } : undefined);
  }

  lastRun(): Promise<string | undefined> {
    return Promise.resolve([...this.recorded.keys()].at(-1));
  }

  readonly cancel = (runId: string): Promise<void> => this.act("cancel", runId);
  readonly undo = (runId: string): Promise<void> => this.act("undo", runId);
  readonly showDiff = (runId: string): Promise<void> => this.act("diff", runId);
  readonly showQuestion = (requestId: string): Promise<void> => this.act("question", requestId);
  readonly continueSession = (sessionId: string, prompt: string): Promise<void> => this.act("continue", sessionId, prompt);
  readonly openFile = (root: string, path: string, line: number): Promise<void> => this.act("open", root, path, line);

  async answer(answer: Answer): Promise<boolean> {
    await this.act("answer", answer);
    return this.isOpenQuestion;
  }

  private act(...what: readonly unknown[]): Promise<void> {
    if (this.fault !== undefined) {
      return Promise.reject(this.fault);
    }
    this.done.push(what);
    return Promise.resolve();
  }
}

export function event(seq: number, type: string, fields: Record<string, unknown> = {}, runId = "s.1"): RunEvent {
  return { runId, seq, ts: "", type, ...fields };
}
