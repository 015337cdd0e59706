/** Whether the folders of the window are trusted. VS Code says that they are not until it knows. */

import { combinedDisposable, type Disposable } from "../disposable";
import { Emitter } from "../emitter";
import type { Timer } from "../timer";

/** After a start of the window, VS Code knows it within this time. */
const KNOWN_MS = 5_000;

/** What VS Code says. */
export interface SaidTrust {
  readonly isTrusted: () => boolean;
  readonly onGranted: (listener: () => void) => Disposable;
}

export class WindowTrust implements Disposable {
  private isKnown = false;
  private readonly changes = new Emitter<undefined>();
  private readonly parts: Disposable;

  constructor(
    private readonly said: SaidTrust,
    timer: Timer,
  ) {
    const tell = () => {
      this.changes.fire(undefined);
    };
    const learn = () => {
      this.isKnown = true;
      tell();
    };
    this.parts = combinedDisposable(timer(learn, KNOWN_MS), said.onGranted(tell));
  }

  /** Whether the user does not trust them; false as long as that is not known. */
  get isRefused(): boolean {
    return this.isKnown && !this.said.isTrusted();
  }

  onChange(listener: () => void): Disposable {
    return this.changes.event(listener);
  }

  dispose(): void {
    this.parts.dispose();
  }
}
