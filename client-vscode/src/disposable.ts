/** A `Disposable` of VS Code, without its import. */
export interface Disposable {
  dispose(): void;
}

/** A `CancellationToken` of VS Code, without its import. */
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
