/** Reading events of runs that were missed. */

import { ServerError } from "../daemon/serverError";
import type { Daemon } from "../daemon/daemon";
import type { RunStore } from "./runStore";

const PAGE = 500;

/** Of the newest sessions the last run is shown, also those of earlier windows. */
const EARLIER_SESSIONS = 10;

type Server = Pick<Daemon, "command">;

/** Reads what was missed, one reader for each run at a time. */
export class CatchUp {
  private readonly reading = new Map<string, Promise<void>>();

  constructor(
    private readonly server: Server,
    private readonly runs: RunStore,
  ) {}

  /** The events of one run behind the last that is known. */
  async events(runId: string): Promise<void> {
    const before = this.reading.get(runId);
    const reading = before ?? this.read(runId).finally(() => this.reading.delete(runId));
    this.reading.set(runId, reading);
    await reading;
  }

  /**
   * After a start of the server: the state of the runs that were lost with the one before, and of
   * those it has from elsewhere. A run that had not begun has no journal and is forgotten. One whose
   * journal cannot be read does not stop the others: its error is thrown when they are done.
   */
  async afterStart(): Promise<void> {
    const lost = this.runs.all().filter((each) => each.state === "lost");
    const lookedUp: PromiseSettledResult<void>[] = [];
    for (const run of lost) {
      lookedUp.push(...(await Promise.allSettled([this.lookUp(run.runId)])));
    }
    const { runs } = await this.server.command("architect.runs", {});
    for (const info of runs) {
      this.runs.update(info);
    }
    const failed = lookedUp.find((each) => each.status === "rejected");
    if (failed !== undefined) {
      throw failed.reason;
    }
  }

  /** The last runs of the newest sessions, for a window that has just begun. */
  async earlier(): Promise<void> {
    const { sessions } = await this.server.command("architect.sessions", {});
    for (const { sessionId, status } of sessions.slice(0, EARLIER_SESSIONS)) {
      if (status !== "corrupt") {
        // The server accepts the id of a session as that of its last run.
        const { runs } = await this.server.command("architect.runs", { runId: sessionId });
        for (const info of runs) {
          this.runs.addEarlier(info);
        }
      }
    }
  }

  private async lookUp(runId: string): Promise<void> {
    try {
      await this.events(runId);
      const { runs } = await this.server.command("architect.runs", { runId });
      for (const info of runs) {
        this.runs.update(info);
      }
    } catch (error) {
      if (!(error instanceof ServerError) || error.code !== "unknown_run") {
        throw error;
      }
      this.runs.remove(runId);
    }
  }

  private async read(runId: string): Promise<void> {
    let after = this.runs.get(runId)?.seq ?? 0;
    for (;;) {
      const page = await this.server.command("architect.events", { runId, after, limit: PAGE });
      for (const event of page.events) {
        this.runs.apply(event);
      }
      if (page.events.length === 0 || page.next <= after) {
        return;
      }
      after = page.next;
    }
  }
}
