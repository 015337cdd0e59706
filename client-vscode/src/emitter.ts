/** `EventEmitter` of VS Code, for modules that do not import `vscode`. */

import type { Disposable } from "./disposable";

export class Emitter<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Subscribe to the event. */
  event(listener: (value: T) => void): Disposable {
    // A closure for each subscription, so that the same function can subscribe twice.
    const own = (value: T) => {
      listener(value);
    };
    this.listeners.add(own);
    return { dispose: () => this.listeners.delete(own) };
  }

  fire(value: T): void {
    for (const listener of [...this.listeners]) {
      listener(value);
    }
  }
}
