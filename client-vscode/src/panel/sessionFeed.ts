/** What happens in one session, in order and without gaps: past events are read, later ones are received. */

import { fieldsOf, isDelta, readEvent, textOf, type Fields, type RunEvent } from "../conversation/event";
import { isDecision, runNumber, sessionOf } from "../conversation/run";
import { combinedDisposable, type Disposable } from "../disposable";
import { t } from "../l10n";
import { EventLog } from "./eventLog";
import type { PanelHost } from "./panelHost";

const PAGE_SIZE = 500;
/** Of one session, so that a faulty server cannot keep it reading forever. */
const MAX_RUNS = 500;

export interface FeedListener {
  onEvent(event: RunEvent): void;
  /** `RunInfo` of a run. */
  onInfo(info: Fields): void;
  /** All that was recorded so far has been read. */
  onRead(): void;
  /** So has what became of runs whose server left. */
  onCaughtUp(): void;
  onError(message: string): void;
}

export class SessionFeed implements Disposable {
  readonly sessionId: string;
  private readonly log = new EventLog();
  private readonly infos = new Map<string, Fields>();
  /** Live events received while past ones are read, and how many reads are pending. */
  private buffered: RunEvent[] = [];
  private readings = 0;
  private reading = Promise.resolve();
  private isBehind = false;
  private readonly listening: Disposable;

  constructor(
    runId: string,
    private readonly host: PanelHost,
    private readonly listener: FeedListener,
  ) {
    this.sessionId = sessionOf(runId);
    this.listening = combinedDisposable(
      host.onEvent((event) => {
        this.receive(event);
      }),
      host.onStarted(() => void this.read()),
      host.onHunksChanged(() => void this.readNewRuns()),
      host.onStatus(() => {
        this.isBehind ||= !host.status().isConnected;
      }),
    );
  }

  dispose(): void {
    this.listening.dispose();
  }

  get isReading(): boolean {
    return this.readings > 0;
  }

  /** The server left, and what became of its runs was not read from the next one yet. */
  get isOutdated(): boolean {
    return this.isBehind;
  }

  events(): readonly RunEvent[] {
    return this.log.all();
  }

  /** The last run in which an agent works; empty if none is known. */
  get lastWork(): string {
    const isWork = (event: RunEvent) => event.type === "run.started" && !isDecision({ agent: textOf(event, "agent") });
    const works = this.log.all().filter(isWork).map(({ runId }) => runId);
    return works.sort((one, other) => runNumber(one) - runNumber(other)).at(-1) ?? "";
  }

  /** Whether a run is known to have ended. */
  isOver(runId: string): boolean {
    if (textOf(this.infos.get(runId) ?? {}, "state") === "done") {
      return true;
    }
    // Behind its last word a run still ends what it has begun.
    const isEnd = (event: RunEvent) =>
      event.runId === runId && event.type === "run.state" && textOf(event, "state") === "done";
    return this.log.all().some(isEnd);
  }

  /** Whether a run is known, and not to have ended. */
  works(runId: string): boolean {
    return this.log.runIds().includes(runId) && !this.isOver(runId);
  }

  runs(): readonly Fields[] {
    return [...this.infos.values()];
  }

  /** Reads what is not known, of `runId` at least. */
  async read(runId?: string): Promise<void> {
    await this.serialized(async () => {
      const last = (await this.host.lastRun(this.sessionId)) ?? "";
      const known = [last, runId ?? ""].filter((id) => id !== "").map(runNumber);
      await this.readRuns(1, Math.max(...known, ...this.runNumbers(), 1));
    });
  }

  /** Runs behind the last that is known: an undo is one, and has no live events. */
  private async readNewRuns(): Promise<void> {
    await this.serialized(async () => {
      await this.readRuns(Math.max(...this.runNumbers(), 0) + 1, 0);
    });
  }

  private runNumbers(): readonly number[] {
    return this.log.runIds().map(runNumber);
  }

  /** One reading at a time; what comes meanwhile is held. */
  private async serialized(read: () => Promise<void>): Promise<void> {
    this.readings += 1;
    this.reading = this.reading
      .then(read)
      .catch((error: unknown) => {
        const why = errorText(error);
        this.listener.onError(t("Unable to read this session: {why}", { why }));
      })
      .finally(() => {
        this.readings -= 1;
        this.release();
        this.listener.onRead();
        this.catchUp();
      });
    await this.reading;
  }

  private catchUp(): void {
    if (this.isBehind && this.host.status().isConnected) {
      this.isBehind = false;
      this.listener.onCaughtUp();
    }
  }

  private release(): void {
    const buffered = this.buffered;
    this.buffered = [];
    buffered.forEach((event) => {
      this.receive(event);
    });
  }

  /** From the place `first` to the last there is, which may be behind `known`. */
  private async readRuns(first: number, known: number): Promise<void> {
    for (let number = first; number < first + MAX_RUNS; number += 1) {
      const isThere = await this.readRun(`${this.sessionId}.${String(number)}`);
      if (!isThere && number >= known) {
        break;
      }
    }
  }

  /** Whether there is such a run. */
  private async readRun(runId: string): Promise<boolean> {
    for (;;) {
      const page = await this.host.events(runId, this.log.lastSeq(runId), PAGE_SIZE);
      if (page === undefined) {
        return false;
      }
      const events = page.events.map(readEvent).filter((event) => event !== undefined);
      const added = events.filter((event) => this.add(event));
      if (added.length === 0 || page.done) {
        break;
      }
    }
    const info = await this.host.info(runId);
    if (info !== undefined) {
      this.infos.set(runId, fieldsOf(info));
      this.listener.onInfo(fieldsOf(info));
    }
    return true;
  }

  private receive(event: RunEvent): void {
    if (sessionOf(event.runId) !== this.sessionId) {
      return;
    }
    if (this.isReading) {
      this.buffered.push(event);
    } else {
      this.add(event);
    }
  }

  private add(event: RunEvent): boolean {
    const isNew = this.log.add(event);
    if (isNew) {
      if (!isDelta(event)) {
        // It is newer than the run info.
        this.infos.delete(event.runId);
      }
      this.listener.onEvent(event);
    }
    return isNew;
  }
}

/** What the first run of a session is called; empty if the event does not say. */
export function taskIn(event: RunEvent): string {
  const isFirst = event.type === "run.started" && runNumber(event.runId) === 1;
  return isFirst ? textOf(event, "title") || textOf(event, "task") : "";
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
