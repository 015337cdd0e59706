/** Starting the server again when something changed that it only reads at its start. */

import type { Disposable } from "../disposable";
import { isOpen } from "../runs/run";
import type { RunStore } from "../runs/runStore";
import type { Daemon } from "./daemon";

/** Waits for the end of active runs, so that none is interrupted. */
export class IdleRestart implements Disposable {
  private isWanted = false;
  private readonly listening: Disposable;

  constructor(
    private readonly daemon: Pick<Daemon, "state" | "restart">,
    private readonly runs: Pick<RunStore, "all" | "onChange">,
    private readonly failed: (error: unknown) => void,
  ) {
    this.listening = runs.onChange(() => {
      this.restartIfIdle();
    });
  }

  /** Restart as soon as no run is active; a server that was never started is left alone. */
  want(): void {
    if (this.daemon.state !== "off") {
      this.isWanted = true;
      this.restartIfIdle();
    }
  }

  dispose(): void {
    this.listening.dispose();
  }

  private restartIfIdle(): void {
    if (this.isWanted && !this.runs.all().some(isOpen)) {
      this.isWanted = false;
      this.daemon.restart().catch(this.failed);
    }
  }
}
