/** Those who want to be told of something; the editor's own emitters need the editor. */

import type { Disposable } from "./disposable";

export class Listeners<T> {
  private readonly all = new Set<(value: T) => void>();

  add(listener: (value: T) => void): Disposable {
    // One of its own for each registration, so that the same function can be added twice.
    const own = (value: T) => {
      listener(value);
    };
    this.all.add(own);
    return { dispose: () => this.all.delete(own) };
  }

  tell(value: T): void {
    for (const listener of [...this.all]) {
      listener(value);
    }
  }
}
