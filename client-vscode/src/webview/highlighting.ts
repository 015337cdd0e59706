/**
 * Syntax highlighting, which is loaded when code is first shown. Code is shown as plain text until
 * then; highlighting only changes colors, so nothing moves.
 */

import type * as highlighterModule from "../conversation/syntax/highlighter";

type Highlighter = typeof highlighterModule;

/** Longer tasks would make the page feel slow. */
const SLICE_MS = 10;

let highlighter: Highlighter | undefined;
let loading: Promise<void> | undefined;
let queue: (() => void)[] = [];

/** Call `apply` to highlight the code in `target`: at once, or as soon as the highlighter is loaded. */
export function highlightIn(target: Element, apply: (highlighter: Highlighter) => void): void {
  if (highlighter !== undefined) {
    apply(highlighter);
    return;
  }
  queue.push(() => {
    // Code that was replaced meanwhile, as in a reply that streams in, is not worth the time.
    if (highlighter !== undefined && target.isConnected) {
      apply(highlighter);
    }
  });
  loading ??= load();
}

async function load(): Promise<void> {
  try {
    highlighter = await import("../conversation/syntax/highlighter");
    highlightQueued();
  } catch {
    // The code stays plain; the next code tries again.
    queue = [];
    loading = undefined;
  }
}

/** The last code first, since the page shows its end. */
function highlightQueued(): void {
  const end = performance.now() + SLICE_MS;
  while (queue.length > 0 && performance.now() < end) {
    queue.pop()?.();
  }
  if (queue.length > 0) {
    setTimeout(highlightQueued);
  }
}
