/** Waiting for something that goes on elsewhere. */

export const TIMEOUT_MS = 40_000;

/**
 * What `look` gives as soon as that is neither false nor undefined. The deadline is there to end a
 * test, not to time anything.
 */
export async function until<T>(
  what: string,
  look: () => T | false | undefined | Promise<T | false | undefined>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The time to read a question: a key that comes sooner allows nothing. */
export async function reading(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 700));
}
