/** Makes and fires a `Cancellation`, where the editor's own source is out of reach. */

import type { Cancellation, Disposable } from "../disposable";
import { Emitter } from "../emitter";

export class CancellationSource {
  private readonly listeners = new Emitter<void>();
  private isCancelled = false;

  readonly token: Cancellation = this.makeToken();

  cancel(): void {
    if (!this.isCancelled) {
      this.isCancelled = true;
      this.listeners.fire();
    }
  }

  /** Cancelled when one of `sources` is; `dispose` stops listening to them. */
  follow(...sources: readonly Cancellation[]): Disposable {
    const registrations = sources.map((source) => {
      if (source.isCancellationRequested) {
        this.cancel();
      }
      return source.onCancellationRequested(() => {
        this.cancel();
      });
    });
    return {
      dispose: () => {
        for (const registration of registrations) {
          registration.dispose();
        }
      },
    };
  }

  private makeToken(): Cancellation {
    const isCancelled = () => this.isCancelled;
    return {
      get isCancellationRequested() {
        return isCancelled();
      },
      onCancellationRequested: (listener) => this.listeners.event(listener),
    };
  }
}

/** Nobody will ever cancel this. */
export const NEVER: Cancellation = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};
