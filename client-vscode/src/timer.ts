/** Delayed calls that can be cancelled. */

import type { Disposable } from "./disposable";

/** Calls after a delay; disposing the result cancels the call. */
export type Timer = (call: () => void, delayMs: number) => Disposable;

export const timer: Timer = (call, delayMs) => {
  const handle = setTimeout(call, delayMs);
  return {
    dispose: () => {
      clearTimeout(handle);
    },
  };
};
