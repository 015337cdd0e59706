/** Calls that come later, and may be called off. */

import type { Disposable } from "./disposable";

/** Calls after a while; the answer ends the wait without a call. */
export type Timer = (call: () => void, delayMs: number) => Disposable;

export const timer: Timer = (call, delayMs) => {
  const handle = setTimeout(call, delayMs);
  return {
    dispose: () => {
      clearTimeout(handle);
    },
  };
};
