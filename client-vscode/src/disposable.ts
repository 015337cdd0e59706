/** Ends what a listener, a registration or a process began; fits the editor's own `Disposable`. */
export interface Disposable {
  dispose(): void;
}

/** Says that somebody does not want an answer any more; fits the editor's own `CancellationToken`. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): Disposable;
}

/** One `Disposable` that ends all of `parts`, the last first. */
export function combinedDisposable(...parts: readonly Disposable[]): Disposable {
  return {
    dispose: () => {
      for (const part of [...parts].reverse()) {
        part.dispose();
      }
    },
  };
}
