/** What happens in one session, in order and without gaps: what was before is read, the rest is heard. */

import { fieldsOf, isDelta, readEvent, textOf, type Fields, type RunEvent } from "../conversation/event";
import { placeOf, sessionOf } from "../conversation/run";
import { together, type Disposable } from "../disposable";
import { EventLog } from "./eventLog";
import type { PanelDesk } from "./panelDesk";

const PAGE = 500;
/** Of one session, so that no odd answer of a server is asked for without end. */
const MOST_RUNS = 500;

export interface FeedListener {
  onEvent(event: RunEvent): void;
  /** `RunInfo` of a run. */
  onInfo(info: Fields): void;
  onFault(message: string): void;
}

export class SessionFeed implements Disposable {
  readonly sessionId: string;
  private readonly log = new EventLog();
  private readonly infos = new Map<string, Fields>();
  /** What comes while the past is read, and how many times it is about to be. */
  private held: RunEvent[] = [];
  private readings = 0;
  private reading = Promise.resolve();
  private readonly listening: Disposable;

  constructor(
    runId: string,
    private readonly desk: PanelDesk,
    private readonly listener: FeedListener,
  ) {
    this.sessionId = sessionOf(runId);
    this.listening = together(
      desk.onEvent((event) => {
        this.take(event);
      }),
      desk.onStarted(() => void this.read()),
      desk.onEdited(() => void this.readLater()),
    );
  }

  dispose(): void {
    this.listening.dispose();
  }

  get isReading(): boolean {
    return this.readings > 0;
  }

  events(): readonly RunEvent[] {
    return this.log.all();
  }

  runs(): readonly Fields[] {
    return [...this.infos.values()];
  }

  /** Reads what is not known, of `runId` at least. */
  async read(runId?: string): Promise<void> {
    await this.inTurn(async () => {
      const last = (await this.desk.lastRun(this.sessionId)) ?? "";
      const known = [last, runId ?? ""].filter((id) => id !== "").map(placeOf);
      await this.readRuns(1, Math.max(...known, ...this.places(), 1));
    });
  }

  /** Runs behind the last that is known: what takes changes back is one, and tells nobody. */
  private async readLater(): Promise<void> {
    await this.inTurn(async () => {
      await this.readRuns(Math.max(...this.places(), 0) + 1, 0);
    });
  }

  private places(): readonly number[] {
    return this.log.runIds().map(placeOf);
  }

  /** One reading at a time; what comes meanwhile is held. */
  private async inTurn(read: () => Promise<void>): Promise<void> {
    this.readings += 1;
    this.reading = this.reading
      .then(read)
      .catch((error: unknown) => {
        const why = faultText(error);
        this.listener.onFault(`Unable to read this session: ${why}`);
      })
      .finally(() => {
        this.readings -= 1;
        this.release();
      });
    await this.reading;
  }

  private release(): void {
    const held = this.held;
    this.held = [];
    held.forEach((event) => {
      this.take(event);
    });
  }

  /** From the place `first` to the last there is, which may be behind `known`. */
  private async readRuns(first: number, known: number): Promise<void> {
    for (let place = first; place < first + MOST_RUNS; place += 1) {
      const isThere = await this.readRun(`${this.sessionId}.${String(place)}`);
      if (!isThere && place >= known) {
        break;
      }
    }
  }

  /** Whether there is such a run. */
  private async readRun(runId: string): Promise<boolean> {
    for (;;) {
      const page = await this.desk.events(runId, this.log.lastSeq(runId), PAGE);
      if (page === undefined) {
        return false;
      }
      const events = page.events.map(readEvent).filter((event) => event !== undefined);
      const added = events.filter((event) => this.add(event));
      if (added.length === 0 || page.done) {
        break;
      }
    }
    const info = await this.desk.info(runId);
    if (info !== undefined) {
      this.infos.set(runId, fieldsOf(info));
      this.listener.onInfo(fieldsOf(info));
    }
    return true;
  }

  private take(event: RunEvent): void {
    if (sessionOf(event.runId) !== this.sessionId) {
      return;
    }
    if (this.isReading) {
      this.held.push(event);
    } else {
      this.add(event);
    }
  }

  private add(event: RunEvent): boolean {
    const isNew = this.log.add(event);
    if (isNew) {
      if (!isDelta(event)) {
        // It tells more than what the server said of the run before.
        this.infos.delete(event.runId);
      }
      this.listener.onEvent(event);
    }
    return isNew;
  }
}

/** The task a session began with; empty if the event does not tell. */
export function taskIn(event: RunEvent): string {
  const isFirst = event.type === "run.started" && placeOf(event.runId) === 1;
  return isFirst ? textOf(event, "task") : "";
}

export function faultText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
